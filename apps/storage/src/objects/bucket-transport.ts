import * as http from 'node:http';
import * as https from 'node:https';

/** Copying or completing a part of the largest size takes a busy bucket seconds, in which it says nothing. */
const silenceMs = 60_000;

type Request = Pick<typeof http, 'request'>;

/** Sends the requests of the bucket's client, which sets no deadline of its own: one whose connection is silent for a minute fails. */
export function bucketTransport({ protocol }: URL): Request {
  const { request } = protocol === 'https:' ? https : http;
  const send = (options: http.RequestOptions, onAnswer: (answer: http.IncomingMessage) => void) => {
    const sent = request({ ...options, timeout: silenceMs }, onAnswer);
    return sent.on('timeout', () => sent.destroy(new Error(`the bucket was silent for ${silenceMs} ms`)));
  };
  return { request: send as Request['request'] };
}
