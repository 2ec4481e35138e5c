import { imageTypeOf } from '@earshot/dto-common';
import { AppError, invalidRequest, overloaded } from '@earshot/errors';
import { errors, type Response } from 'undici';
import { isAddressRejected, type Resolve } from '../outgoing/guarded-connector.js';
import type { AddressPolicy } from '../outgoing/address-policy.js';
import { GuardedHttp } from '../outgoing/guarded-http.js';
import { imageUrlNotAllowed } from '../outgoing/outgoing.errors.js';
import { CallSlots } from '../limits/call-slots.js';
import type { ImageContext } from './images.js';

/** Maximum size of an image, bytes, as for inline images. */
export const maxImageBytes = 20 * 1_048_576;

/** Timeout of one image, in ms. */
const fetchTimeoutMs = 10_000;

/** A CDN redirects once or twice. */
const maxRedirects = 3;

/** Fetches of one project at one time in this process; more wait, within the time of their requests. */
const fetchesPerProject = 4;

/** Bytes of all images on their way, over all projects: more than one project can have at a time. */
const maxBytesInFlight = 128 * 1_048_576;

const headers = { accept: 'image/png, image/jpeg, image/webp, image/gif', 'user-agent': 'earshot' };

/** Loads `https:` images. Earshot fetches them because model servers may reach internal networks. */
export class RemoteImages {
  readonly #http: GuardedHttp;
  readonly #slots = new CallSlots(fetchesPerProject);
  #bytesInFlight = 0;

  /** @param resolve replaces the system's resolver in tests. */
  constructor(addresses: AddressPolicy, resolve?: Resolve) {
    this.#http = new GuardedHttp(addresses, { maxResponseBytes: maxImageBytes, resolve });
  }

  /** Loads an image as a `data:` URL. @throws AppErrors of {@link Images.load}; the reason of the abort. */
  async load(address: string, { projectId, signal: given }: Omit<ImageContext, 'call'>): Promise<string> {
    const url = new URL(address);
    const timeout = AbortSignal.timeout(fetchTimeoutMs);
    const signal = AbortSignal.any([given, timeout]);
    try {
      return await this.#slots.run(projectId, () => this.#fetch(url, signal), signal);
    } catch (error) {
      given.throwIfAborted();
      throw timeout.aborted
        ? notFetched(url, `its server did not send it within ${fetchTimeoutMs / 1_000} s`)
        : explain(error, url);
    }
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  async #fetch(url: URL, signal: AbortSignal): Promise<string> {
    const response = await this.#follow(url, signal);
    if (response.status !== 200) {
      await response.body?.cancel();
      throw notFetched(url, `its server answered with status ${response.status}`);
    }
    const bytes = await this.#read(response);
    const type = imageTypeOf(bytes);
    if (type === null) throw notFetched(url, 'it is not a PNG, JPEG, WebP or GIF file');
    return `data:image/${type};base64,${bytes.toString('base64')}`;
  }

  /** Each address is judged when a connection is made; none may be less protected than the one before. */
  async #follow(url: URL, signal: AbortSignal): Promise<Response> {
    let at = url;
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#http.fetch(at, { headers, signal });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      await response.body?.cancel();
      if (redirects === maxRedirects) throw notFetched(url, `it is behind more than ${maxRedirects} redirects`);
      const next = URL.parse(location, at.href);
      if (next === null || (next.protocol !== 'https:' && next.protocol !== at.protocol)) {
        throw notFetched(url, 'its server redirects to an address without https:');
      }
      at = next;
    }
  }

  async #read({ body }: Response): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        this.#bytesInFlight += chunk.length;
        bytes += chunk.length;
        if (this.#bytesInFlight > maxBytesInFlight) throw tooManyInFlight();
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      this.#bytesInFlight -= bytes;
    }
  }
}

/** An error in words that give nothing away of the network that it happened in. */
function explain(error: unknown, url: URL): unknown {
  if (error instanceof AppError) return error;
  if (isAddressRejected(error)) return imageUrlNotAllowed();
  if (error instanceof Error && error.cause instanceof errors.ResponseExceededMaxSizeError) {
    const message = `The image at ${url.host} exceeds the limit of ${maxImageBytes} bytes.`;
    return invalidRequest('image_too_large', message, { param: 'messages', cause: error });
  }
  return notFetched(url, 'its server cannot be reached, or did not complete its answer', error);
}

/** @param why the end of a sentence. The address itself is not repeated: its query may be a signature. */
function notFetched({ host }: URL, why: string, cause?: unknown): AppError {
  const message = `The image at ${host} cannot be fetched: ${why}. Send it as a data: URL, or use another address.`;
  return invalidRequest('image_not_fetched', message, { param: 'messages', cause });
}

function tooManyInFlight(): AppError {
  return overloaded('queue_full', 'Too many images are being fetched. Retry the request.', 1);
}
