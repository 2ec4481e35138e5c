import { toApiError } from '../../../api/api-error.js';
import { writeHeaders } from '../../../api/client.js';

const deadlineMs = 150_000;

/** Whether checksums can be computed: browsers do so only over https and on this machine. */
export const canHash = (): boolean => window.isSecureContext;

/** Returns the SHA-256 of bytes in hex. */
async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends one part with its checksum. The server rejects the part if the checksum differs.
 *
 * @param onProgress gets the bytes that were sent so far
 * @throws ApiError, or a TypeError if the server cannot be reached
 */
export async function sendPart(
  { sessionId, number, bytes }: { readonly sessionId: string; readonly number: number; readonly bytes: ArrayBuffer },
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    'content-type': 'application/octet-stream',
    ...writeHeaders(),
    ...(canHash() && { 'x-checksum-sha256': await sha256(bytes) }),
  };
  signal.throwIfAborted();
  const url = `/api/v1/upload/part?session_id=${encodeURIComponent(sessionId)}&part_number=${number}`;
  const { status, text } = await post(url, headers, bytes, onProgress, signal);
  if (status < 200 || status > 299) throw await toApiError(new Response(text, { status }));
}

/** `fetch` does not report how much was sent. */
function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  bytes: ArrayBuffer,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.open('POST', url);
    request.timeout = deadlineMs;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = request.ontimeout = () => reject(new TypeError('The server cannot be reached.'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(bytes);
  });
}
