import { Inject, Injectable } from '@nestjs/common';
import { providerOf, serverOf, type Model, type Provider } from '@earshot/contracts-inference';
import type { ProviderInput } from '@earshot/dto-inference';
import { invalidRequest } from '@earshot/errors';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';

/** The model that a provider is for. */
interface Sealing {
  readonly modelId: string;
  /** The model before the change: its key is reused when none is given and the address stays the same. */
  readonly current?: Pick<Model, 'provider'>;
  /** Whether an installation key gives the address: its server may then be in any network. */
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
   * Converts a provider to its contract: the API key is sealed, all other fields are settings.
   *
   * @throws AppError `api_key_required` when a stored key would be sent to another address than it was given for.
   */
  seal(input: ProviderInput, { modelId, current, trusted }: Sealing): Provider {
    if (!('base_url' in input)) {
      const { kind, ...settings } = input;
      return { kind, settings, sealed_secret: null };
    }
    const { kind, api_key, ...server } = input;
    const settings = { ...server, ...(trusted && { base_url_trusted: true }) };
    return { kind, settings, sealed_secret: this.#sealedKey(server.base_url, api_key, modelId, current) };
  }

  #sealedKey(baseUrl: string, apiKey: string | null | undefined, modelId: string, current: Sealing['current']) {
    if (apiKey === null) return null;
    // Repeatable, so that a repeated request with the same idempotency key is the same command.
    if (apiKey !== undefined) return this.#box.seal(apiKey, modelId, { repeatable: true });
    const stored = current && providerOf(current);
    const server = stored && serverOf(stored);
    if (!server || stored.sealed_secret === null) return null;
    if (server.base_url === baseUrl) return this.#renewed(stored.sealed_secret, modelId);
    throw invalidRequest(
      'api_key_required',
      'The stored API key belongs to another base_url. Send the key for the new base_url, or null for none.',
      { param: 'provider.api_key' },
    );
  }

  /** Seals with the current master secret, so that an accepted one can be removed. Unreadable text stays unchanged. */
  #renewed(sealed: string, modelId: string): string {
    try {
      return this.#box.renew(sealed, modelId);
    } catch {
      return sealed;
    }
  }
}
