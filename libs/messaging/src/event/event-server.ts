import type { CallContext, EventContract, Topic } from '@earshot/contracts-core';
import { withSpans } from '@earshot/telemetry';
import type { Broker, IncomingRecord } from '../broker/broker.port.js';
import type { DeadLetters } from '../group/dead-letters.js';
import { GroupLane } from '../group/group-lane.js';
import { handleGroup } from '../group/group-retry.js';
import type { Entry } from '../group/entry.js';
import type { Logger } from '../logger.js';
import { processSpan, withCalls } from '../trace.js';
import { parseJson } from '../wire/frames.js';
import { callFrom } from './event-headers.js';
import { eventLingerMs, eventRetry } from '../timing.js';

/** One event as its handler gets it: validated, and possibly not for the first time. */
export interface ReceivedEvent<Event> {
  readonly body: Event;
  readonly key: string | null;
  readonly call: CallContext;
  /** Where it lies: the same when it is delivered again. */
  readonly position: { readonly topic: string; readonly partition: number; readonly offset: number };
}

/** Handles a group in order; throwing says that it is to be given again. */
export type EventFunction = (events: readonly ReceivedEvent<unknown>[]) => Promise<void>;

/** A contract and what handles it. */
export interface EventRegistration {
  readonly contract: EventContract;
  readonly handle: EventFunction;
}

/** What an {@link EventServer} needs. */
export interface EventServerDependencies {
  readonly broker: Broker;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
  readonly group: string;
  readonly topic: Topic;
  readonly registrations: readonly EventRegistration[];
}

/** Reads one event topic for one group. */
export class EventServer {
  readonly #deps: EventServerDependencies;
  readonly #handlers: Map<string, EventRegistration>;
  readonly #lane: GroupLane<ReceivedEvent<unknown>>;

  constructor(deps: EventServerDependencies) {
    this.#deps = deps;
    this.#handlers = new Map(deps.registrations.map((registration) => [registration.contract.type, registration]));
    this.#lane = new GroupLane({
      broker: deps.broker,
      group: deps.group,
      topic: deps.topic.name,
      read: (record) => this.#read(record),
      settle: (entries, { signal }) => this.#settle(entries, signal),
      // An event that can't be handled is tried for minutes.
      mixed: false,
      lingerMs: eventLingerMs,
      background: true,
    });
  }

  get group(): string {
    return this.#deps.group;
  }

  get topic(): string {
    return this.#deps.topic.name;
  }

  get healthy(): boolean {
    return this.#lane.healthy;
  }

  start(): Promise<void> {
    return this.#lane.start();
  }

  close(graceMs: number): Promise<void> {
    return this.#lane.close(graceMs);
  }

  #read(record: IncomingRecord): Entry<ReceivedEvent<unknown>> {
    const { headers, key, topic, partition, offset } = record;
    const type = headers['type'] ?? '';
    const schema = this.#handlers.get(type)?.contract.schema;
    // Topics carry events of several types, and newer producers add some: those are for others.
    if (schema === undefined) return { record, type, content: { is: 'skipped' } };
    const parsed = schema.safeParse(parseJson(record.value));
    if (!parsed.success) return { record, type, content: { is: 'invalid', details: parsed.error.issues } };
    const item = { body: parsed.data, key, call: callFrom(headers), position: { topic, partition, offset } };
    return { record, type, content: { is: 'message', item } };
  }

  async #settle(entries: readonly Entry<ReceivedEvent<unknown>>[], signal: AbortSignal): Promise<boolean> {
    const { deadLetters, topic } = this.#deps;
    for (const { record, content } of entries) {
      if (content.is !== 'invalid') continue;
      const verdict = { reason: 'invalid', detail: JSON.stringify(content.details) } as const;
      if (!(await deadLetters.bury(record, topic, verdict, signal))) return false;
    }
    const messages = entries.filter(({ content }) => content.is === 'message');
    const outcomes = await this.#handle(messages, signal);
    if (outcomes === undefined) return false;
    for (const [index, outcome] of outcomes.entries()) {
      const record = messages[index]?.record;
      if (record === undefined || !('fault' in outcome)) continue;
      const verdict = { reason: 'failed', detail: String(outcome.fault) } as const;
      if (!(await deadLetters.bury(record, topic, verdict, signal))) return false;
    }
    return true;
  }

  #handle(messages: readonly Entry<ReceivedEvent<unknown>>[], signal: AbortSignal) {
    const items = messages.flatMap(({ content }) => (content.is === 'message' ? [content.item] : []));
    const registration = this.#handlers.get(messages[0]?.type ?? '');
    if (items.length === 0 || registration === undefined) return Promise.resolve([]);
    return handleGroup<ReceivedEvent<unknown>, undefined>({
      items,
      handle: async (some) => {
        const subject = processSpan(registration.contract, this.#deps.group);
        await withSpans(
          subject,
          some.map(({ call }) => call),
          (calls) => registration.handle(withCalls(some, calls)),
        );
        return some.map(() => undefined);
      },
      policy: eventRetry,
      signal,
      logger: this.#deps.logger,
      name: registration.contract.type,
    });
  }
}
