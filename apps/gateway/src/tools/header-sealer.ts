import { Inject, Injectable } from '@nestjs/common';
import type { Tool } from '@earshot/contracts-inference';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';

/** Seals the headers of tools before they leave this process; the inference service alone opens them. */
@Injectable()
export class HeaderSealer {
  readonly #box: SecretBox;

  constructor(
    @Inject(CONFIG) { secretKey, acceptedSecretKeys }: Pick<GatewayConfig, 'secretKey' | 'acceptedSecretKeys'>,
  ) {
    this.#box = new SecretBox(secretKey, 'tool-headers', acceptedSecretKeys);
  }

  /** Headers as they may travel and be kept, in lower case. */
  seal(headers: Readonly<Record<string, string>>, toolId: string): Pick<Tool, 'sealed_headers' | 'header_names'> {
    const sorted = Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    if (sorted.length === 0) return { sealed_headers: null, header_names: [] };
    // Repeatably, so that the same request under the same idempotency key is the same command.
    const sealed_headers = this.#box.seal(JSON.stringify(Object.fromEntries(sorted)), toolId, { repeatable: true });
    return { sealed_headers, header_names: sorted.map(([name]) => name) };
  }
}
