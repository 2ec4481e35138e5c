import type { Socket } from 'node:net';

/** Bytes of the length prefix of a response in the Kafka protocol. */
const lengthBytes = 4;

/**
 * Makes a socket emit `data` only with complete responses. kafkajs keeps a partial response when its connection breaks,
 * takes it for the start of the next connection's response, and ends the process with a RangeError.
 */
export function emitWholeResponses(socket: Socket): void {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean;
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = lengthBytes;
  const onData = (chunk: Buffer): boolean => {
    chunks.push(chunk);
    size += chunk.length;
    let hasListeners = false;
    while (size >= needed) {
      const bytes = Buffer.concat(chunks, size);
      const end = lengthBytes + bytes.readInt32BE();
      const isWhole = size >= end;
      if (isWhole) hasListeners = emit('data', bytes.subarray(0, end));
      chunks = [isWhole ? bytes.subarray(end) : bytes];
      size = chunks[0]?.length ?? 0;
      needed = isWhole ? lengthBytes : end;
    }
    return hasListeners;
  };
  socket.emit = (event: string | symbol, ...args: unknown[]) =>
    event === 'data' ? onData(args[0] as Buffer) : emit(event, ...args);
}
