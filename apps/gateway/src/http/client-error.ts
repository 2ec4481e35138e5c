import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequest } from '@earshot/errors';
import { errorResponse } from '@earshot/service-kit';
import { v7 } from 'uuid';
import { replaceStatus } from './response-status.js';
import { headerBytes } from './limits.js';

/** Time for the client to read the error and close, ms. */
const lingerMs = 2_000;

interface ErrorStatus {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const requestTimeout: ErrorStatus = {
  status: 408,
  code: 'request_timeout',
  message: 'The request did not arrive in time.',
};
const errorsByCode: Record<string, ErrorStatus> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    message: `The request line and headers exceed the limit of ${headerBytes} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
};
const malformed: ErrorStatus = {
  status: 400,
  code: 'http_malformed',
  message: 'The request is not valid HTTP/1.1.',
};
const noProxy: ErrorStatus = {
  status: 405,
  code: 'method_not_allowed',
  message: 'CONNECT is not supported: this server is not a proxy.',
};

/** Response to the latest request of each connection. */
const latestAnswers = new WeakMap<Socket, ServerResponse>();

/** Responds in the error format where Node would send an empty body before any route or hook. */
export function answerOutsideRoutes(server: Server): void {
  server.on('request', ({ socket }, answer) => latestAnswers.set(socket, answer));
  server.on('connect', (request, socket: Socket) => sendError(socket, noProxy, request));
}

/** Responds to malformed or late bytes on a connection; in place of the latest request if they are its body. */
export function answerMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else sendError(socket, errorsByCode[error.code ?? ''] ?? malformed);
}

/** Responds to the latest request of a connection that has not arrived in time, and ends the connection. */
export function answerRequestTimeout(socket: Socket): void {
  sendError(socket, requestTimeout);
}

/** Sends an error and ends the connection; only ends it where the error would be taken for another response. */
function sendError(socket: Socket, { status, code, message }: ErrorStatus, request?: IncomingMessage): void {
  if (!socket.writable || !isNext(socket)) {
    socket.destroy();
    return;
  }
  const response = unanswered(socket);
  if (response !== undefined) replaceStatus(response, status);
  const knownRequest = request ?? response?.req;
  const body = JSON.stringify(errorResponse(invalidRequest(code, message)).body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${knownRequest === undefined ? v7() : requestIdOf(knownRequest)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const lingering = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(lingering));
}

/** Whether the client takes bytes sent now for the response to the rejected bytes. */
function isNext(socket: Socket): boolean {
  const latest = latestAnswers.get(socket);
  if (latest === undefined) return true;
  if (latest.writableFinished) return latest.req.complete;
  // While an earlier response is being sent, the latest one has no socket yet.
  return !latest.req.complete && !latest.headersSent && latest.socket === socket;
}

/** Returns the response that the error replaces; none if the latest request has its response. */
function unanswered(socket: Socket): ServerResponse | undefined {
  const latest = latestAnswers.get(socket);
  return latest?.writableFinished ? undefined : latest;
}

const sane = /^[A-Za-z0-9._-]{1,128}$/;

/** Ids created for requests without one. */
const generatedIds = new WeakMap<object, string>();

/** Returns `x-request-id` if it is valid, else an id created once for the request. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && sane.test(given)) return given;
  const known = generatedIds.get(request);
  if (known !== undefined) return known;
  const id = v7();
  generatedIds.set(request, id);
  return id;
}
