import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../declaration/declaration.js';

/** A model, metric, tool or campaign as the interface returns it; its other fields are compared by name. */
export interface ExistingResource {
  readonly id: string;
  readonly key: string;
}

/** A model as the interface returns it. */
export interface ExistingModel extends ExistingResource {
  readonly provider: Body;
}

/** A tool as the interface returns it. */
export interface ExistingTool extends ExistingResource {
  readonly header_names: readonly string[];
}

/** A campaign as the interface returns it. */
export interface ExistingCampaign extends ExistingResource {
  readonly status: 'warmup' | 'in_progress' | 'done' | 'cancelled';
}

/** An API key as the interface returns it, without the key. */
export interface ExistingApiKey {
  readonly id: string;
  readonly name: string;
}

/**
 * Shows an existing model in the form of a declared one. API keys are never returned, so a provider with a declared key
 * always differs: a new secret must take effect. So does one with an untrusted address, which a declaration trusts.
 */
export function comparableModel(existing: ExistingModel, declared: Body): object {
  const { has_api_key: hasApiKey, base_url_trusted: isTrusted, ...provider } = existing.provider;
  const { api_key: apiKey, ...declaredProvider } = declared['provider'] as Body;
  const sameKey = apiKey === undefined || (apiKey === null && hasApiKey === false);
  const same = sameKey && isTrusted !== false && isDeepStrictEqual(declaredProvider, provider);
  return same ? { ...existing, provider: declared['provider'] } : existing;
}

/**
 * Shows an existing tool in the form of a declared one. The values of headers are never returned, so a tool with
 * declared headers always differs: a new secret must take effect.
 */
export function comparableTool({ header_names: names, ...existing }: ExistingTool, declared: Body): object {
  const none = names.length === 0 && isDeepStrictEqual(declared['headers'], {});
  return none ? { ...existing, headers: {} } : existing;
}
