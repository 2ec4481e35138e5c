import type { Topic } from '@earshot/contracts-core';
import { settlesWithin } from '../broker/back-off.js';
import type { Broker, BrokerAdmin, Range } from '../broker/broker.port.js';
import { CommandServer, type CommandRegistration } from '../command/command-server.js';
import { eventGroup } from '../event/event-progress.js';
import { EventServer, type EventRegistration } from '../event/event-server.js';
import type { DeadLetters } from '../group/dead-letters.js';
import type { ReplyTopic } from '../replies/reply-topic.js';
import type { Logger } from '../logger.js';
import type { LaneMetrics, Subscription } from '../metrics/lanes.metrics.js';
import type { FrameSender } from '../send/frame-sender.js';
import type { WorkRegistration } from '../work/work-handler.js';
import { WorkServer } from '../work/work-server.js';
import { metricsTimeoutMs } from '../timing.js';

/** The handlers of a process. */
export interface Registrations {
  readonly work: WorkRegistration[];
  readonly commands: CommandRegistration[];
  readonly events: (EventRegistration & { readonly group?: string })[];
}

/** Dependencies of {@link LaneServers}. */
export interface LaneServersDependencies {
  readonly broker: Broker;
  readonly sender: FrameSender;
  readonly replies: ReplyTopic;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
  readonly service: string;
  readonly workConcurrency: number;
}

/** One server for each topic and group that the handlers of a process read. */
export class LaneServers implements LaneMetrics {
  readonly topics: Topic[];
  readonly subscriptions: Subscription[];
  readonly #work: WorkServer[];
  readonly #groups: (CommandServer | EventServer)[];
  readonly #admin: BrokerAdmin;

  constructor(deps: LaneServersDependencies, { work, commands, events }: Registrations) {
    const { service } = deps;
    this.topics = [...work, ...commands, ...events].map(({ contract }) => contract.topic);
    this.#work = byTopic(work).map(
      ({ topic, registrations }) =>
        new WorkServer({
          ...deps,
          group: `${service}.${topic.name}`,
          topic: topic.name,
          registrations,
          concurrency: deps.workConcurrency,
        }),
    );
    this.#groups = [
      ...byTopic(commands).map(
        ({ topic, registrations }) =>
          new CommandServer({ ...deps, group: `${service}.${topic.name}`, topic, registrations }),
      ),
      ...[...new Set(events.map(({ group }) => group))].flatMap((group) =>
        byTopic(events.filter((registration) => registration.group === group)).map(
          ({ topic, registrations }) =>
            new EventServer({
              ...deps,
              group: eventGroup(service, topic, group),
              topic,
              registrations,
            }),
        ),
      ),
    ];
    this.#admin = deps.broker.admin;
    this.subscriptions = [...this.#work, ...this.#groups].map(({ group, topic }) => ({ group, topic }));
    deps.replies.listen('cancel', (frame) => this.#work.forEach((server) => server.cancel(frame)));
    deps.replies.listen('hold', (frame) => this.#work.forEach((server) => server.pause(frame)));
    deps.replies.listen('heard', (_frame, { from }) => this.#work.forEach((server) => server.seen(from)));
    deps.replies.listen('resend', (frame, { from }) => this.#work.forEach((server) => server.resend(frame, from)));
  }

  get healthy(): boolean {
    return this.#work.every(({ healthy }) => healthy) && this.#groups.every(({ healthy }) => healthy);
  }

  async start(): Promise<void> {
    await Promise.all([...this.#work, ...this.#groups].map((server) => server.start()));
  }

  work(): readonly { topic: string; running: number; limit: number }[] {
    return this.#work;
  }

  async lag({ group, topic }: Subscription): Promise<number> {
    const [bounds, committed] = await answered(
      Promise.all([this.#admin.bounds(topic), this.#admin.committedOffsets(group, topic)]),
    );
    const waiting = ({ first, end }: Range, partition: number) =>
      Math.max(0, end - Math.max(first, committed[partition] ?? 0));
    return bounds.map(waiting).reduce((total, records) => total + records, 0);
  }

  missingReplicas(topic: string): Promise<number> {
    return answered(this.#admin.missingReplicas(topic));
  }

  /** Number of running requests of all work. */
  get running(): number {
    return this.#work.reduce((sum, { running }) => sum + running, 0);
  }

  sweep(now: number): void {
    for (const server of this.#work) server.sweep(now);
  }

  /** Number of ends and answers that the broker does not have yet. */
  get #unsent(): number {
    return [...this.#work, ...this.#groups].reduce((sum, { unsent }) => sum + unsent, 0);
  }

  /** Stops reading; resolves when nothing runs and the broker has every answer, at the latest after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    const deadlineAt = Date.now() + graceMs;
    await Promise.all([
      ...this.#work.map((server) => server.drain()),
      ...this.#groups.map((server) => server.close(graceMs)),
    ]);
    while (this.running + this.#unsent > 0 && Date.now() < deadlineAt) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const server of this.#work) server.abandon();
  }
}

function byTopic<R extends { readonly contract: { readonly topic: Topic } }>(
  registrations: readonly R[],
): { topic: Topic; registrations: R[] }[] {
  const groups = Map.groupBy(registrations, ({ contract }) => contract.topic);
  return Array.from(groups, ([topic, own]) => ({ topic, registrations: own }));
}

/** @throws Error if a request for metrics is not answered in time. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  if (!(await settlesWithin(answer, metricsTimeoutMs)))
    throw new Error(`the broker did not answer within ${metricsTimeoutMs} ms`);
  return answer;
}
