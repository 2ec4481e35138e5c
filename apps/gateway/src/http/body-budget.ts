import { getHeapStatistics } from 'node:v8';
import type { IncomingHttpHeaders } from 'node:http';
import { overloaded } from '@earshot/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyBudgetBytes, bodyBytesHeld } from './http.metrics.js';
import { chatBodyBytes } from './limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Memory that the body holds of the budget; null without a body, and before authentication. */
    bodyCharge: BodyCharge | null;
  }
}

/** Most responses end within seconds, which frees their bodies. */
const retryAfterS = 1;

/** One chat of the largest size, and the same amount for all other requests. */
const leastBudgetBytes = 2 * chatBodyBytes;

/** Returns a quarter of V8's heap limit: a body exists as bytes, as text and as an object. */
export function defaultBudgetBytes(heapLimitBytes = getHeapStatistics().heap_size_limit): number {
  return Math.max(leastBudgetBytes, Math.floor(heapLimitBytes / 4));
}

/**
 * Memory that request bodies share. An owner can hold at most as much as is left free, so small bodies of others always
 * fit.
 */
export class BodyBudget {
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(private readonly limitBytes: number) {}

  /** Bytes that all bodies hold. */
  get held(): number {
    return this.#held;
  }

  /** Returns the bytes that this owner can take now. */
  room(owner: string): number {
    return Math.floor((this.limitBytes - this.#held - (this.#heldBy.get(owner) ?? 0)) / 2);
  }

  /** Takes bytes, or returns them if negative, without a check. */
  add(owner: string, bytes: number): void {
    this.#held += bytes;
    const ownerBytes = (this.#heldBy.get(owner) ?? 0) + bytes;
    if (ownerBytes === 0) this.#heldBy.delete(owner);
    else this.#heldBy.set(owner, ownerBytes);
    bodyBytesHeld.inc(bytes);
  }
}

/** The share of one request in the budget. */
export class BodyCharge {
  #bytes = 0;
  #released = false;

  /** @param owner project id, or `installation`. */
  constructor(
    private readonly budget: BodyBudget,
    private readonly owner: string,
  ) {}

  /** Bytes that the request can take now. */
  get room(): number {
    return this.budget.room(this.owner);
  }

  /** Takes bytes and returns true; takes none and returns false without room. After {@link release} it takes none. */
  tryTake(bytes: number): boolean {
    if (this.#released) return true;
    if (bytes > this.room) return false;
    this.#add(bytes);
    return true;
  }

  /** @throws AppError `queue_full` without room. */
  take(bytes: number): void {
    if (!this.tryTake(bytes)) throw budgetSpent();
  }

  /** Returns a charge of the same owner that outlives the request; its holder must return all bytes. */
  apart(): BodyCharge {
    return new BodyCharge(this.budget, this.owner);
  }

  /** Returns a part of the bytes. */
  give(bytes: number): void {
    if (!this.#released) this.#add(-bytes);
  }

  /** Returns all bytes for good. */
  release(): void {
    if (this.#released) return;
    this.#add(-this.#bytes);
    this.#released = true;
  }

  #add(bytes: number): void {
    if (bytes === 0) return;
    this.#bytes += bytes;
    this.budget.add(this.owner, bytes);
  }
}

/** Returns the charge of a request whose body is being read. */
export function chargeOf({ bodyCharge }: FastifyRequest): BodyCharge {
  if (bodyCharge === null) throw new Error('The body was read before the caller was authorized.');
  return bodyCharge;
}

/** Returns the error of a body that does not fit now. */
export function budgetSpent() {
  const message = `The memory for request bodies is used up. Retry in ${retryAfterS} s.`;
  return overloaded('queue_full', message, retryAfterS);
}

/** Creates the charge of each request with a body after authentication; releases it when the response closes. */
export function addBodyBudget(server: FastifyInstance, limitBytes = defaultBudgetBytes()): void {
  const budget = new BodyBudget(limitBytes);
  bodyBudgetBytes.set(limitBytes);
  server.decorateRequest('bodyCharge', null);
  server.addHook('preParsing', (request, reply, _payload, done) => {
    if (hasBody(request.headers) || request.routeOptions.config.takesBytes) {
      const charge = new BodyCharge(budget, request.caller?.projectId ?? 'installation');
      request.bodyCharge = charge;
      if (reply.raw.destroyed) charge.release();
      else reply.raw.once('close', () => charge.release());
    }
    done();
  });
}

/** Whether a request has a body that is not empty (RFC 9112, section 6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
