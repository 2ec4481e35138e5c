import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import { ApiKeyIndex } from './api-key-index.js';
import type { Caller } from './caller.js';

/** RFC 6750, section 2.1. The scheme is case-insensitive (RFC 9110, section 11.1). */
const bearer = /^Bearer +([\x21-\x7e]+) *$/i;
const wellFormed = /^es_[0-9A-Za-z]{43}$/;

/**
 * Minimum interval between fences, ms. An unknown key may have been created at another gateway, so it is looked up again after a fence that
 * begins after its request. All unknown keys share these fences, because they cost their sender nothing.
 */
const fenceEveryMs = 100;

/** Authenticates requests by their API key. */
@Injectable()
export class Authenticator {
  #lastFenceAt = -Infinity;
  /** Shared by all requests that wait for it to begin. */
  #nextFence: Promise<void> | undefined;

  constructor(private readonly keys: ApiKeyIndex) {}

  /** Returns the caller of an `Authorization` header; a promise for an unknown key. @throws AppError `api_key_missing`, `api_key_invalid` */
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

  #sharedFence(): Promise<void> {
    return (this.#nextFence ??= this.#beginFence());
  }

  async #beginFence(): Promise<void> {
    const waitMs = this.#lastFenceAt + fenceEveryMs - performance.now();
    // Requests of the same event-loop turn share the fence.
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
