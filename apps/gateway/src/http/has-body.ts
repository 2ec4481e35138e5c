import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request has a body (RFC 9112, section 6.3), and more than no byte of it where it says how many. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
