import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import { ApiKeyIndex } from './api-key-index.js';
import type { Caller } from './caller.js';

/** RFC 6750, section 2.1; the scheme's name in any case (RFC 9110, section 11.1). */
const bearer = /^Bearer +([\x21-\x7e]+) *$/i;
const wellFormed = /^es_[0-9A-Za-z]{43}$/;

/**
 * A key that another gateway made a moment ago may not have reached this one: an unknown key is looked for again behind a fence that begins
 * after it came. Unknown keys cost their sender nothing, so all of them together get no more than one fence in this time, and wait for it together.
 */
const fenceEveryMs = 100;

/** Finds out who sent a request. */
@Injectable()
export class Authenticator {
  #lastFenceAt = -Infinity;
  /** That of all who wait for it to begin. */
  #nextFence: Promise<void> | undefined;

  constructor(private readonly keys: ApiKeyIndex) {}

  /**
   * The bearer of the key in an `Authorization` header; a promise only where the key was not known at once.
   *
   * @throws AppError `api_key_missing`, `api_key_invalid`.
   */
  authenticate(header: string | undefined): Caller | Promise<Caller> {
    const key = header === undefined ? undefined : bearer.exec(header)?.[1];
    if (key === undefined)
      throw unauthenticated('api_key_missing', 'Send your API key: `Authorization: Bearer <API_KEY>`.');
    if (!wellFormed.test(key)) throw invalidKey();
    return this.keys.find(key) ?? this.#findFenced(key);
  }

  async #findFenced(key: string): Promise<Caller> {
    await this.#sharedFence();
    const caller = this.keys.find(key);
    if (caller === undefined) throw invalidKey();
    return caller;
  }

  /** One that began before would tell nothing of keys that were made since. */
  #sharedFence(): Promise<void> {
    return (this.#nextFence ??= this.#beginFence());
  }

  async #beginFence(): Promise<void> {
    const waitMs = this.#lastFenceAt + fenceEveryMs - performance.now();
    // At the end of the turn at the soonest: who asks in the same turn shares it.
    await (waitMs > 0 ? sleep(waitMs) : undefined);
    this.#nextFence = undefined;
    this.#lastFenceAt = performance.now();
    await this.keys.replica.fence();
  }
}

function invalidKey(): AppError {
  return unauthenticated('api_key_invalid', 'The API key is unknown, expired or revoked.');
}

function unauthenticated(code: string, message: string): AppError {
  return new AppError({ code, type: 'authentication_error', message });
}
