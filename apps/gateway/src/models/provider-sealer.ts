import { Inject, Injectable } from '@nestjs/common';
import type { Provider } from '@earshot/contracts-inference';
import type { ProviderInput } from '@earshot/dto-inference';
import { invalidRequest } from '@earshot/errors';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';

/** Who says where a model runs, and what was said before. */
interface Sealing {
  readonly modelId: string;
  /** The model's provider so far, where there is one: its key goes on to be used when none is given and the address stays the same. */
  readonly kept?: Provider;
  /** Whether a key of the installation gives the address: its server may then be in any network. */
  readonly trusted: boolean;
}

/** Seals the API keys of providers before they leave this process; the inference service alone opens them. */
@Injectable()
export class ProviderSealer {
  readonly #box: SecretBox;

  constructor(
    @Inject(CONFIG) { secretKey, acceptedSecretKeys }: Pick<GatewayConfig, 'secretKey' | 'acceptedSecretKeys'>,
  ) {
    this.#box = new SecretBox(secretKey, 'provider-api-key', acceptedSecretKeys);
  }

  /**
   * The provider as it may travel and be kept.
   *
   * @throws AppError `api_key_required` when the key that is kept would go to another address without having been given for it.
   */
  seal(provider: ProviderInput, { modelId, kept, trusted }: Sealing): Provider {
    if (provider.kind !== 'openai') return provider;
    const { kind, base_url, model, api_key } = provider;
    const sealed_api_key = this.#sealedKey(base_url, api_key, modelId, kept);
    return { kind, base_url, model, sealed_api_key, ...(trusted && { base_url_trusted: true }) };
  }

  #sealedKey(baseUrl: string, apiKey: string | null | undefined, modelId: string, kept?: Provider): string | null {
    if (apiKey === null) return null;
    // Repeatably, so that the same request under the same idempotency key is the same command.
    if (apiKey !== undefined) return this.#box.seal(apiKey, modelId, { repeatable: true });
    if (kept?.kind !== 'openai' || kept.sealed_api_key === null) return null;
    if (kept.base_url === baseUrl) return this.#renewed(kept.sealed_api_key, modelId);
    throw invalidRequest(
      'api_key_required',
      'The API key that is kept was given for another base_url: send the key for this one, or null for none.',
      { param: 'provider.api_key' },
    );
  }

  /** Under the present master secret, so that nothing comes back under one that is about to go. What can't be read stays as it is. */
  #renewed(sealed: string, modelId: string): string {
    try {
      return this.#box.renew(sealed, modelId);
    } catch {
      return sealed;
    }
  }
}
