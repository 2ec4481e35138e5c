import { providerOf, serverOf, type Model, type Provider } from '@earshot/contracts-inference';
import type { ModelResponse } from '@earshot/dto-inference';

/** A model as callers may see it: without its provider's secret. */
export function toModelResponse(model: Model): ModelResponse {
  const { id, key, name, project_id, capabilities, system_prompt, parameters, fallback, created_at, updated_at } =
    model;
  const provider = toProviderResponse(providerOf(model));
  const settings = { provider, default: model.default, capabilities, system_prompt, parameters, fallback };
  return { id, key, name, project_id, ...settings, created_at, updated_at };
}

/** Settings beside the kind; for a server also whether there is a key, and whether its address is trusted. */
function toProviderResponse(provider: Provider): ModelResponse['provider'] {
  const { kind, settings, sealed_secret } = provider;
  const server = serverOf(provider);
  const trust = server && { has_api_key: sealed_secret !== null, base_url_trusted: server.base_url_trusted };
  // The settings of each kind are checked where they are written.
  return { kind, ...settings, ...trust } as ModelResponse['provider'];
}
