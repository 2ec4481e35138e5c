import { Inject, Injectable } from '@nestjs/common';
import type { Tool } from '@earshot/contracts-inference';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';

/** Seals the headers of tools before they leave this process. Only the inference service opens them. */
@Injectable()
export class HeaderSealer {
  readonly #box: SecretBox;

  constructor(
    @Inject(CONFIG) { secretKey, acceptedSecretKeys }: Pick<GatewayConfig, 'secretKey' | 'acceptedSecretKeys'>,
  ) {
    this.#box = new SecretBox(secretKey, 'tool-headers', acceptedSecretKeys);
  }

  /** Returns the headers sealed, and their names in lower case. */
  seal(headers: Readonly<Record<string, string>>, toolId: string): Pick<Tool, 'sealed_headers' | 'header_names'> {
    const sorted = Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    if (sorted.length === 0) return { sealed_headers: null, header_names: [] };
    // Repeatable: a retry under the same idempotency key must be the same command.
    const sealed_headers = this.#box.seal(JSON.stringify(Object.fromEntries(sorted)), toolId, { repeatable: true });
    return { sealed_headers, header_names: sorted.map(([name]) => name) };
  }
}
