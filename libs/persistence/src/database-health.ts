import { Injectable } from '@nestjs/common';
import type { HealthCheck } from '@earshot/messaging';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { StateReconciler } from './state/state-reconciler.js';

/** Interval of pings to the database, ms. */
export const pingIntervalMs = 3_000;

/** A ping without an answer fails after this time. */
const pingValidMs = 3 * pingIntervalMs;

/** Reports whether the service can use its database, from the last ping. */
@Injectable()
export class DatabaseHealth {
  #answeredAt = Date.now();
  #failed = false;

  constructor(
    private readonly relay: OutboxRelay,
    private readonly reconciler: StateReconciler,
  ) {}

  /** `database`: it answers; `outbox`: records are published; `state`: topics match their tables. */
  check(): HealthCheck[] {
    return [
      check('database', this.#failed || Date.now() - this.#answeredAt > pingValidMs ? 'does not answer' : undefined),
      check('outbox', this.relay.failure === undefined ? undefined : 'records wait to be published'),
      check('state', this.reconciler.pending ? 'not compared with the tables yet' : undefined),
    ];
  }

  /** Called after each answered ping. */
  pinged(): void {
    this.#failed = false;
    this.#answeredAt = Date.now();
  }

  /** Called after each failed ping. */
  failed(): void {
    this.#failed = true;
  }
}

function check(name: string, detail: string | undefined): HealthCheck {
  return detail === undefined ? { name, ok: true } : { name, ok: false, detail };
}
