import { MAX_ERROR_BYTES } from './limits.js';

/** Collects the beginning of an error's body. */
export class ErrorBody {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  /** false when enough was read. */
  push(bytes: Buffer): boolean {
    this.chunks.push(bytes.subarray(0, MAX_ERROR_BYTES - this.length));
    this.length += bytes.length;
    return this.length < MAX_ERROR_BYTES;
  }

  /** The body as JSON; plain text as `{message}`; undefined for an HTML page or what was cut short. */
  parse(): unknown {
    const text = Buffer.concat(this.chunks).toString('utf8').trim();
    if (text.startsWith('{') || text.startsWith('[')) {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    }
    return text === '' || text.startsWith('<') ? undefined : { message: text };
  }
}
