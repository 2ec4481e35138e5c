import { Injectable } from '@nestjs/common';
import { MessagingRuntime } from './runtime/messaging-runtime.js';

/** One thing that has to be well. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail?: string;
}

/** Says whether the lanes of this process work, from what the process knows: no broker is asked. */
@Injectable()
export class MessagingHealth {
  readonly #runtime: MessagingRuntime;

  constructor(runtime: MessagingRuntime) {
    this.#runtime = runtime;
  }

  /** `kafka`: answers are read; `lanes`: handlers get their messages; one for each replica: read to its end. */
  check(): HealthCheck[] {
    const { replies, serving, replicas } = this.#runtime;
    const checks: HealthCheck[] = [{ name: 'kafka', ok: replies.healthy }];
    if (serving !== undefined) checks.push({ name: 'lanes', ok: serving });
    for (const { topic, isReady, skipped } of replicas.all) {
      const ok = isReady && replicas.healthy;
      const detail = skipped.count === 0 ? undefined : `${skipped.count} invalid records skipped, last ${skipped.last}`;
      checks.push({ name: `replica ${topic}`, ok, ...(detail !== undefined && { detail }) });
    }
    return checks;
  }
}
