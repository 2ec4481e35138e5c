import { Injectable } from '@nestjs/common';
import { MessagingRuntime } from './runtime/messaging-runtime.js';
import { readyWithoutBrokerMs } from './timing.js';

/** One health check. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail?: string;
}

/**
 * Reports the health of the lanes from memory, without a request to the broker.
 *
 * A check that was ok stays so for {@link readyWithoutBrokerMs}: when a broker is lost, all processes wait for another
 * one, and a router that leaves them all out only turns requests away that would have been answered.
 */
@Injectable()
export class MessagingHealth {
  /** When each check was last ok, ms since 1970. */
  readonly #okAt = new Map<string, number>();

  constructor(private readonly runtime: MessagingRuntime) {}

  /** `kafka`: replies are read. `lanes`: handlers receive messages. One check for each replica: read to its end. */
  check(): HealthCheck[] {
    const { replies, serving, replicas } = this.runtime;
    const checks: HealthCheck[] = [{ name: 'kafka', ok: replies.healthy }];
    if (serving !== undefined) checks.push({ name: 'lanes', ok: serving });
    for (const { topic, isReady, skipped } of replicas.all) {
      const ok = isReady && replicas.healthy;
      const detail = skipped.count === 0 ? undefined : `${skipped.count} invalid records skipped, last ${skipped.last}`;
      checks.push({ name: `replica ${topic}`, ok, ...(detail !== undefined && { detail }) });
    }
    return checks.map((check) => this.#tolerant(check));
  }

  #tolerant(check: HealthCheck): HealthCheck {
    if (check.ok) this.#okAt.set(check.name, Date.now());
    const awayMs = Date.now() - (this.#okAt.get(check.name) ?? 0);
    if (check.ok || awayMs >= readyWithoutBrokerMs) return check;
    return { name: check.name, ok: true, detail: `no contact for ${Math.ceil(awayMs / 1_000)} s` };
  }
}
