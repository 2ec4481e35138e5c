import { invalidRequest } from '@earshot/errors';
import type { ProviderTarget } from '../provider-kind.js';

/** A model of a server. Pass the same object while its settings stay: failures and limits are kept by object. */
export interface HttpTarget extends ProviderTarget {
  /** Address that resources such as `/chat/completions` are appended to, for example `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Name of the model at the server. */
  readonly model: string;
  /** Absent where the server wants none. */
  readonly apiKey?: string;
  /** An installation key gave the address: the server may be in any network. */
  readonly baseUrlTrusted?: boolean;
}

/** Parses a provider's address. Errors do not repeat it: it may hold a secret. @throws AppError `base_url_invalid` */
export function parseBaseUrl(baseUrl: string): URL {
  const invalid = (why: string) =>
    invalidRequest('base_url_invalid', `The provider's base_url ${why}.`, { param: 'provider.base_url' });
  if (!URL.canParse(baseUrl)) throw invalid('is not a URL; expected, for example, https://host/v1');
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw invalid('must not contain credentials; set api_key');
  if (url.hash !== '') throw invalid('must not contain a fragment');
  return url;
}
