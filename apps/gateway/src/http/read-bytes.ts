import { Readable } from 'node:stream';
import { invalidRequest } from '@earshot/errors';
import { errorCodes, type FastifyRequest } from 'fastify';

/**
 * The body of a route that takes bytes, whole.
 *
 * @throws `body_too_large`, `unsupported_media_type` for forms and JSON; `bad_request` where it broke off, which nobody hears.
 */
export async function readBytes(request: FastifyRequest): Promise<Buffer> {
  const { raw, body, headers, routeOptions } = request;
  if (body === undefined || body === null) return Buffer.alloc(0);
  // JSON has been read by now; what is in the parts of a form is not the file.
  if (!(body instanceof Readable) || /^multipart\//i.test(headers['content-type'] ?? '')) throw notAFile();
  const limit = routeOptions.bodyLimit;
  if (Number(headers['content-length'] ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limit) break;
      chunks.push(chunk as Buffer);
    }
  } catch (cause) {
    throw invalidRequest('bad_request', 'The body broke off.', { cause });
  }
  if (size <= limit) return Buffer.concat(chunks, size);
  // Read and dropped, so that the client comes to read the answer.
  raw.resume();
  throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
}

function notAFile() {
  return invalidRequest(
    'unsupported_media_type',
    'This endpoint takes a file: send it as the body itself, under its own content type, and in no form.',
  );
}
