import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../declaration/declaration.js';

/** A project as the interface shows it; fields are compared by name. */
export interface ExistingProject {
  readonly id: string;
}

/** A model as the interface shows it; its other fields are compared by name. */
export interface ExistingModel {
  readonly id: string;
  readonly key: string;
  readonly provider: Body;
}

/** A metric as the interface shows it; its other fields are compared by name. */
export interface ExistingMetric {
  readonly id: string;
  readonly key: string;
}

/** A tool as the interface shows it; its other fields are compared by name. */
export interface ExistingTool {
  readonly id: string;
  readonly key: string;
  readonly header_names: readonly string[];
}

/** An API key as the interface shows it: never the key. */
export interface ExistingApiKey {
  readonly id: string;
  readonly name: string;
}

/**
 * An existing model in the form in which a declared one is written. A provider's API key is never shown, so a provider with a declared key
 * always differs: a new secret must come into force. So does one whose address nobody vouches for: what is declared may be in any network.
 */
export function comparableModel(existing: ExistingModel, declared: Body): object {
  const { has_api_key: hasApiKey, base_url_trusted: isTrusted, ...provider } = existing.provider;
  const { api_key: apiKey, ...wanted } = declared['provider'] as Body;
  const sameKey = apiKey === undefined || (apiKey === null && hasApiKey === false);
  const same = sameKey && isTrusted !== false && isDeepStrictEqual(wanted, provider);
  return same ? { ...existing, provider: declared['provider'] } : existing;
}

/**
 * An existing tool in the form in which a declared one is written. The values of headers are never shown, so a tool with declared headers always
 * differs: a new secret must come into force.
 */
export function comparableTool({ header_names: names, ...existing }: ExistingTool, declared: Body): object {
  const none = names.length === 0 && isDeepStrictEqual(declared['headers'], {});
  return none ? { ...existing, headers: {} } : existing;
}
