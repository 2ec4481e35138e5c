import { describe, expect, it } from '@jest/globals';
import { Socket } from 'node:net';
import { emitWholeResponses } from './whole-responses.js';

/** A response of the Kafka protocol: its length, then that many bytes. */
function response(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
}

function scene() {
  const socket = new Socket();
  const seen: string[] = [];
  emitWholeResponses(socket);
  socket.on('data', (bytes: Buffer) => void seen.push(bytes.subarray(4).toString()));
  return { seen, receive: (bytes: Buffer) => socket.emit('data', bytes) };
}

describe(emitWholeResponses.name, () => {
  it('emits complete responses for any chunk boundaries', () => {
    const { seen, receive } = scene();
    const bytes = Buffer.concat([response('one'), response(''), response('three')]);
    for (const byte of bytes) receive(Buffer.from([byte]));
    receive(Buffer.concat([bytes, response('four').subarray(0, 6)]));
    receive(response('four').subarray(6));
    expect(seen).toEqual(['one', '', 'three', 'one', '', 'three', 'four']);
  });

  it('emits no partial response when the connection breaks', () => {
    const { seen, receive } = scene();
    receive(response('broken').subarray(0, 7));
    expect(seen).toEqual([]);
  });
});
