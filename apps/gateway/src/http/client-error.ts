import type { Socket } from 'node:net';
import { invalidRequest } from '@earshot/errors';
import { errorResponse } from '@earshot/service-kit';
import { v7 } from 'uuid';
import { headerBytes } from './limits.js';

const refusals: Record<string, { status: string; code: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: `The request line and the headers are larger than ${headerBytes} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request_timeout',
    message: 'The request did not arrive in time.',
  },
};
const malformed = { status: '400 Bad Request', code: 'http_malformed', message: 'The request is not valid HTTP.' };

/** Answers what is not even HTTP, where nothing that was parsed can be answered. */
export function answerMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  // Nobody is there any more, or an answer has begun that this one would end up in the middle of.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, code, message } = refusals[error.code ?? ''] ?? malformed;
  const body = JSON.stringify(errorResponse(invalidRequest(code, message)).body);
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${v7()}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
