import { newCallContext } from '../src/index.js';
import type { Broker } from '../src/broker/broker.port.js';
import { MessagingRuntime } from '../src/runtime/messaging-runtime.js';
import type { Registrations } from '../src/runtime/lane-servers.js';
import { recordingLogger } from './lanes-app.js';

/** The lanes of one process without Nest around them: several fit into one suite. */
export function lanesProcess(broker: Broker, service: string, instance: string, workConcurrency?: number) {
  const logger = recordingLogger();
  const runtime = new MessagingRuntime({
    brokers: [],
    broker,
    service,
    instance,
    logger,
    workConcurrency,
    shutdownGraceMs: 1_000,
  });
  return {
    runtime,
    logger,
    call: newCallContext(),
    serve: (registrations: Partial<Registrations>) =>
      runtime.serve({ work: [], commands: [], events: [], ...registrations }),
  };
}

/** One of {@link lanesProcess}. */
export type LanesProcess = ReturnType<typeof lanesProcess>;
