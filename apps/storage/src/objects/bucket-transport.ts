import * as http from 'node:http';
import * as https from 'node:https';

/** Copying or completing a part of the largest size takes a busy bucket seconds, in which it says nothing. */
const silenceMs = 60_000;

type Request = Pick<typeof http, 'request'>;

/**
 * Sends the requests of the bucket's client, which sets no deadline of its own: one whose connection is silent for a minute fails. So does one that
 * is answered with another protocol; Node would close that connection, and say so to nobody.
 */
export function bucketTransport({ protocol }: URL): Request {
  const { request } = protocol === 'https:' ? https : http;
  const send = (options: http.RequestOptions, onAnswer: (answer: http.IncomingMessage) => void) => {
    const sent = request({ ...options, timeout: silenceMs }, onAnswer);
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy();
      sent.emit('error', new Error('the bucket switched to another protocol'));
    });
    return sent.on('timeout', () => sent.destroy(new Error(`the bucket was silent for ${silenceMs} ms`)));
  };
  return { request: send as Request['request'] };
}
