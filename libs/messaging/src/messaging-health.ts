import { Injectable } from '@nestjs/common';
import { MessagingRuntime } from './runtime/messaging-runtime.js';

/** One health check. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail?: string;
}

/** Reports the health of the lanes from memory, without a request to the broker. */
@Injectable()
export class MessagingHealth {
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
    return checks;
  }
}
