import type { Model, Provider } from '@earshot/contracts-inference';
import type { ModelResponse } from '@earshot/dto-inference';

/** A model as callers may see it: without its provider's secret. */
export function toModelResponse(model: Model): ModelResponse {
  const { id, key, name, project_id, capabilities, system_prompt, parameters, fallback, created_at, updated_at } =
    model;
  const provider = toProviderResponse(model.provider);
  const settings = { provider, default: model.default, capabilities, system_prompt, parameters, fallback };
  return { id, key, name, project_id, ...settings, created_at, updated_at };
}

function toProviderResponse(provider: Provider): ModelResponse['provider'] {
  if (provider.kind !== 'openai') return provider;
  const { kind, base_url, model, sealed_api_key, base_url_trusted = false } = provider;
  return { kind, base_url, model, has_api_key: sealed_api_key !== null, base_url_trusted };
}
