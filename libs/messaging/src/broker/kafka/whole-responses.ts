import type { Socket } from 'node:net';

/** Bytes of the length that precedes each response of the Kafka protocol. */
const lengthBytes = 4;

/**
 * Has a socket emit `data` with whole responses alone. kafkajs keeps the beginning of a response when its connection
 * breaks, reads it as the beginning of the next connection's, and ends the process with a RangeError.
 */
export function emitWholeResponses(socket: Socket): void {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean;
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = lengthBytes;
  const onData = (chunk: Buffer): boolean => {
    chunks.push(chunk);
    size += chunk.length;
    let isHeard = false;
    while (size >= needed) {
      const bytes = Buffer.concat(chunks, size);
      const end = lengthBytes + bytes.readInt32BE();
      const isWhole = size >= end;
      if (isWhole) isHeard = emit('data', bytes.subarray(0, end));
      chunks = [isWhole ? bytes.subarray(end) : bytes];
      size = chunks[0]?.length ?? 0;
      needed = isWhole ? lengthBytes : end;
    }
    return isHeard;
  };
  socket.emit = (event: string | symbol, ...args: unknown[]) =>
    event === 'data' ? onData(args[0] as Buffer) : emit(event, ...args);
}
