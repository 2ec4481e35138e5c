import { getHeapStatistics } from 'node:v8';
import type { IncomingHttpHeaders } from 'node:http';
import { overloaded } from '@earshot/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countBodyBytes, showBodyBudget } from './http.metrics.js';
import { chatBodyBytes } from './limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the body of the request takes of the budget; null where it has none, and until its caller is let in. */
    bodyCharge: BodyCharge | null;
  }
}

/** Bodies are freed when answers end, which most do within seconds. */
const retryAfterS = 1;

/** Room for one chat of the largest size, and as much left free for everybody else. */
const leastBudgetBytes = 2 * chatBodyBytes;

/** A quarter of V8's heap limit: a body is there as bytes, as text and as the object that is made of it. */
export function defaultBudgetBytes(heapLimitBytes = getHeapStatistics().heap_size_limit): number {
  return Math.max(leastBudgetBytes, Math.floor(heapLimitBytes / 4));
}

/**
 * The memory that request bodies share in this process. One owner may hold at most as much as is left free, so the first one gets half of
 * the budget, and there is always room for a small body of another.
 */
export class BodyBudget {
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(private readonly limitBytes: number) {}

  /** Bytes that all bodies hold. */
  get held(): number {
    return this.#held;
  }

  /** Bytes that this owner may take now. */
  room(owner: string): number {
    return Math.floor((this.limitBytes - this.#held - (this.#heldBy.get(owner) ?? 0)) / 2);
  }

  /** Takes bytes, or gives them back where they are negative. Checks nothing. */
  add(owner: string, bytes: number): void {
    this.#held += bytes;
    const held = (this.#heldBy.get(owner) ?? 0) + bytes;
    if (held === 0) this.#heldBy.delete(owner);
    else this.#heldBy.set(owner, held);
    countBodyBytes(bytes);
  }
}

/** What one request holds of the budget. */
export class BodyCharge {
  #bytes = 0;
  #released = false;

  /** @param owner who shares the budget with whom: the project, or the installation. */
  constructor(
    private readonly budget: BodyBudget,
    private readonly owner: string,
  ) {}

  /** Bytes that the request may take now. */
  get room(): number {
    return this.budget.room(this.owner);
  }

  /** Takes bytes; false, and nothing taken, where there is no room. A request that is over takes nothing. */
  tryTake(bytes: number): boolean {
    if (this.#released) return true;
    if (bytes > this.room) return false;
    this.#add(bytes);
    return true;
  }

  /** @throws AppError `queue_full` where there is no room. */
  take(bytes: number): void {
    if (!this.tryTake(bytes)) throw budgetSpent();
  }

  /** A charge of the same owner for what outlives the request; whoever takes it gives all of it back. */
  apart(): BodyCharge {
    return new BodyCharge(this.budget, this.owner);
  }

  /** Gives back a part of what was taken. */
  give(bytes: number): void {
    if (!this.#released) this.#add(-bytes);
  }

  /** Gives back all, for good. */
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

/** The charge of a request whose body is being read. */
export function chargeOf({ bodyCharge }: FastifyRequest): BodyCharge {
  if (bodyCharge === null) throw new Error('The body was read before the caller was authorized.');
  return bodyCharge;
}

/** The error of a body that does not fit now. */
export function budgetSpent() {
  const message = `The memory for request bodies is used up. Retry in ${retryAfterS} s.`;
  return overloaded('queue_full', message, retryAfterS);
}

/**
 * Gives each request with a body its charge once its caller is let in, and takes it back when its answer has closed: until then the request holds
 * what was made of its body.
 *
 * @param limitBytes none: {@link defaultBudgetBytes}.
 */
export function addBodyBudget(server: FastifyInstance, limitBytes = defaultBudgetBytes()): void {
  const budget = new BodyBudget(limitBytes);
  showBodyBudget(limitBytes);
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

/** Whether a request has a body (RFC 9112, section 6.3), and more than no byte of it where it says how many. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
