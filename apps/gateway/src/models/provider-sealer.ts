import { Inject, Injectable } from '@nestjs/common';
import type { Provider } from '@earshot/contracts-inference';
import type { ProviderInput } from '@earshot/dto-inference';
import { invalidRequest } from '@earshot/errors';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';

/** The model that a provider belongs to, and who sets it. */
interface Sealing {
  readonly modelId: string;
  /** The present provider of the model. Its API key stays in use if the caller gives none and the address is the same. */
  readonly current?: Provider;
  /** Whether a key of the installation sets the address, which may then be in a private network. */
  readonly trusted: boolean;
}

/** Seals the API keys of providers before they leave this process. Only the inference service opens them. */
@Injectable()
export class ProviderSealer {
  readonly #box: SecretBox;

  constructor(
    @Inject(CONFIG) { secretKey, acceptedSecretKeys }: Pick<GatewayConfig, 'secretKey' | 'acceptedSecretKeys'>,
  ) {
    this.#box = new SecretBox(secretKey, 'provider-api-key', acceptedSecretKeys);
  }

  /** Returns the provider with its API key sealed. @throws AppError `api_key_required` if the address changes without a key. */
  seal(provider: ProviderInput, { modelId, current, trusted }: Sealing): Provider {
    if (provider.kind !== 'openai') return provider;
    const { api_key, ...rest } = provider;
    const sealed_api_key = this.#sealedKey(rest.base_url, api_key, modelId, current);
    return { ...rest, sealed_api_key, ...(trusted && { base_url_trusted: true }) };
  }

  #sealedKey(baseUrl: string, apiKey: string | null | undefined, modelId: string, current?: Provider): string | null {
    if (apiKey === null) return null;
    // Repeatable: a retry under the same idempotency key must be the same command.
    if (apiKey !== undefined) return this.#box.seal(apiKey, modelId, { repeatable: true });
    if (current?.kind !== 'openai' || current.sealed_api_key === null) return null;
    if (current.base_url === baseUrl) return this.#renewed(current.sealed_api_key, modelId);
    throw invalidRequest(
      'api_key_required',
      'The API key that is kept was given for another base_url: send the key for this one, or null for none.',
      { param: 'provider.api_key' },
    );
  }

  /** Seals a key again under the present master secret. A key that cannot be opened stays as it is. */
  #renewed(sealed: string, modelId: string): string {
    try {
      return this.#box.renew(sealed, modelId);
    } catch {
      return sealed;
    }
  }
}
