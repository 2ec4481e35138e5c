import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Responses that wait for earlier ones, by connection. */
const queues = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes the responses to pipelined requests with their connection. Node closes only the current one; the work on
 * others would go on.
 */
export function closePipelinedResponses(server: Server): void {
  server.on('request', ({ socket }, answer) => {
    if (answer.socket !== null) return;
    const queue = queueOf(socket);
    queue.add(answer);
    answer.once('socket', () => queue.delete(answer));
  });
}

function queueOf(socket: Socket): Set<ServerResponse> {
  const known = queues.get(socket);
  if (known !== undefined) return known;
  const queue = new Set<ServerResponse>();
  queues.set(socket, queue);
  socket.once('close', () => {
    for (const answer of queue) {
      answer.destroy();
      answer.emit('close');
    }
  });
  return queue;
}
