import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';
import type { RequestContext } from '../auth/request-context.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 62^43 is just above 2^256. */
const digits = 43;

/** Generates API keys: `es_` and 256 random bits in base62. */
@Injectable()
export class KeyGenerator {
  readonly #box: SecretBox;

  constructor(@Inject(CONFIG) { secretKey }: Pick<GatewayConfig, 'secretKey'>) {
    this.#box = new SecretBox(secretKey, 'api-key');
  }

  /**
   * Generates a key and its SHA-256 in lower-case hex. Under an idempotency key the bits are derived from the master
   * secret and the request, so that a retry returns the same key although no one stores it.
   *
   * @param command id of the command, which stands for scope, path and idempotency key.
   */
  generate({ idempotencyKey }: RequestContext, command: string, body: object): { apiKey: string; hash: string } {
    const bits = idempotencyKey === null ? randomBytes(32) : this.#box.derive(JSON.stringify([command, body]));
    const apiKey = `es_${base62(bits)}`;
    return { apiKey, hash: createHash('sha256').update(apiKey).digest('hex') };
  }
}

/** Encodes 32 bytes as 43 letters and digits. */
export function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < digits; digit++) {
    text = (alphabet[Number(rest % 62n)] as string) + text;
    rest /= 62n;
  }
  return text;
}
