import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Responses whose client waits for `100 Continue` before it sends the body. */
const awaited = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Delays `100 Continue` until the body is read, so that no rejected body is sent. Other expectations are ignored (RFC
 * 9110, 10.1.1).
 */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request, answer) => {
    awaited.set(request, answer);
    server.emit('request', request, answer);
  });
  server.on('checkExpectation', (request, answer) => server.emit('request', request, answer));
}

/** Sends `100 Continue` if the client waits for it. */
export function sendContinue(request: IncomingMessage): void {
  const answer = awaited.get(request);
  if (answer === undefined) return;
  awaited.delete(request);
  if (!answer.headersSent) answer.writeContinue();
}
