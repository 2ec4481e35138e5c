import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** By connection: the answers that wait for the ones before them. */
const queues = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes the answers to pipelined requests when their connection does. Node tells only the one whose turn it is; the others would never hear
 * that their client is gone, and go on for nobody.
 */
export function closeQueuedAnswers(server: Server): void {
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
