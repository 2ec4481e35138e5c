import { invalidRequest } from '@earshot/errors';

/**
 * A model of an OpenAI-compatible server. Callers keep one object a model as long as its settings stay the same: what is learnt of the
 * server (whether it fails, how many choices it makes) is kept with the object.
 */
export interface OpenaiTarget {
  kind: 'openai';
  /** Address that `/chat/completions` is appended to, for example `https://api.openai.com/v1`. */
  baseUrl: string;
  /** The model's name over there. */
  model: string;
  /** Absent where the server wants none. */
  apiKey?: string;
  /** The installation vouches for the address: the server may be in any network. */
  baseUrlTrusted?: boolean;
}

/**
 * Reads a provider's address.
 *
 * @throws AppError `base_url_invalid`: not an http(s) address, or one with credentials or a fragment in it. The address itself
 * is not repeated: it may hold a secret.
 */
export function parseBaseUrl(baseUrl: string): URL {
  const refuse = (why: string) =>
    invalidRequest('base_url_invalid', `The provider's base_url ${why}.`, { param: 'provider.base_url' });
  if (!URL.canParse(baseUrl)) throw refuse('is not an address; it looks like https://host/v1');
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw refuse('must not hold credentials; give them as api_key');
  if (url.hash !== '') throw refuse('must not hold a fragment');
  return url;
}
