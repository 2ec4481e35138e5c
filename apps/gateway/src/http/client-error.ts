import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequest } from '@earshot/errors';
import { errorResponse } from '@earshot/service-kit';
import { v7 } from 'uuid';
import { replaceStatus } from './answer-status.js';
import { headerBytes } from './limits.js';
import { requestIdOf } from './request-id.js';

/** How long a client has to read a refusal and close, ms: one that does not must not keep its connection. */
const lingerMs = 2_000;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const late: Refusal = {
  status: 408,
  code: 'request_timeout',
  message: 'The request did not arrive in time.',
};
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    message: `The request line and headers exceed the limit of ${headerBytes} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: late,
};
const malformed: Refusal = {
  status: 400,
  code: 'http_malformed',
  message: 'The request is not valid HTTP/1.1.',
};
const noProxy: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'CONNECT is not supported: this server is not a proxy.',
};

/** The answer to the latest request of each connection. */
const latestAnswers = new WeakMap<Socket, ServerResponse>();

/** Answers in our shape what Node would answer by itself, with an empty body, before any route or hook is asked. */
export function answerOutsideRoutes(server: Server): void {
  server.on('request', ({ socket }, answer) => latestAnswers.set(socket, answer));
  server.on('connect', (request, socket: Socket) => refuse(socket, noProxy, request));
}

/** Answers what is not even HTTP, or late, where nothing that was parsed can be answered; under the id of a request whose body it is. */
export function answerMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else refuse(socket, refusals[error.code ?? ''] ?? malformed);
}

/** Answers the latest request of a connection, which has not arrived in time, under its own id, and ends the connection. */
export function answerLate(socket: Socket): void {
  refuse(socket, late);
}

/** Sends a refusal as the last thing of a connection; where it would be taken for something else, the connection just ends. */
function refuse(socket: Socket, { status, code, message }: Refusal, request?: IncomingMessage): void {
  if (!socket.writable || !isNext(socket)) {
    socket.destroy();
    return;
  }
  const refused = unanswered(socket);
  if (refused !== undefined) replaceStatus(refused, status);
  const known = request ?? refused?.req;
  const body = JSON.stringify(errorResponse(invalidRequest(code, message)).body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${known === undefined ? v7() : requestIdOf(known)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const lingering = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(lingering));
}

/**
 * Whether what is sent now is taken for the answer to what is refused: to the body of the latest request, which has had no answer, or to what
 * came after that request when its answer is out.
 */
function isNext(socket: Socket): boolean {
  const latest = latestAnswers.get(socket);
  if (latest === undefined) return true;
  if (latest.writableFinished) return latest.req.complete;
  // While an earlier answer is under way, the latest one has no socket yet.
  return !latest.req.complete && !latest.headersSent && latest.socket === socket;
}

/** The answer that a refusal takes the place of; none where what is refused came after the latest request and its answer. */
function unanswered(socket: Socket): ServerResponse | undefined {
  const latest = latestAnswers.get(socket);
  return latest?.writableFinished ? undefined : latest;
}
