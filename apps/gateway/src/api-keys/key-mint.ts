import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';
import type { RequestContext } from '../http/request-context.js';
import { base62 } from './base62.js';

/** A new API key and what is kept of it. */
export interface MintedKey {
  readonly apiKey: string;
  /** SHA-256 of the key, lower-case hex. */
  readonly hash: string;
}

/** Makes API keys: `es_` and 256 random bits in base62. */
@Injectable()
export class KeyMint {
  readonly #box: SecretBox;

  constructor(@Inject(CONFIG) { secretKey }: Pick<GatewayConfig, 'secretKey'>) {
    this.#box = new SecretBox(secretKey, 'api-key');
  }

  /**
   * A new key. Under an idempotency key its bits are derived from the installation's secret and the request, so that the repeated answer can
   * show the same key although nobody keeps it.
   *
   * @param command id of the command, which stands for scope, path and idempotency key.
   */
  mint({ idempotencyKey }: RequestContext, command: string, body: object): MintedKey {
    const bits = idempotencyKey === null ? randomBytes(32) : this.#box.derive(JSON.stringify([command, body]));
    const apiKey = `es_${base62(bits)}`;
    return { apiKey, hash: createHash('sha256').update(apiKey).digest('hex') };
  }
}
