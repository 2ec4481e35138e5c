import { Injectable } from '@nestjs/common';
import type { HealthCheck } from '@earshot/messaging';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { StateReconciler } from './state/state-reconciler.js';

/** How often the database is asked whether it is there, ms. */
export const pingIntervalMs = 3_000;

/** A ping that is still without an answer after this counts as failed. */
const pingValidMs = 3 * pingIntervalMs;

/** Says whether the service can use its database, from what the process knows: nobody is asked. */
@Injectable()
export class DatabaseHealth {
  #answeredAt = Date.now();
  #failed = false;

  constructor(
    private readonly relay: OutboxRelay,
    private readonly reconciler: StateReconciler,
  ) {}

  /** `database`: it answers; `outbox`: nothing waits to be published; `state`: Kafka has what the tables have. */
  check(): HealthCheck[] {
    return [
      check('database', this.#failed || Date.now() - this.#answeredAt > pingValidMs ? 'does not answer' : undefined),
      check('outbox', this.relay.failure === undefined ? undefined : 'records wait to be published'),
      check('state', this.reconciler.pending ? 'not compared with the tables yet' : undefined),
    ];
  }

  /** Called after each ping that was answered. */
  pinged(): void {
    this.#failed = false;
    this.#answeredAt = Date.now();
  }

  /** Called after each ping that was not. */
  failed(): void {
    this.#failed = true;
  }
}

function check(name: string, detail: string | undefined): HealthCheck {
  return detail === undefined ? { name, ok: true } : { name, ok: false, detail };
}
