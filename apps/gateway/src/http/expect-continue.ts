import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Answers to requests whose client waits for a `100 Continue` before it sends the body. */
const awaited = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Leaves it to whoever reads a body to ask for it, so that a client which waits for that sends no body that is refused. "A server that receives
 * an Expect field value containing a member other than 100-continue MAY respond with a 417": we go on.
 */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request, answer) => {
    awaited.set(request, answer);
    server.emit('request', request, answer);
  });
  server.on('checkExpectation', (request, answer) => server.emit('request', request, answer));
}

/** Asks for the body of a request where its client waits for that. */
export function sendContinue(request: IncomingMessage): void {
  const answer = awaited.get(request);
  if (answer === undefined) return;
  awaited.delete(request);
  if (!answer.headersSent) answer.writeContinue();
}
