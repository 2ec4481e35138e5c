import type { CallContext, EventContract } from '@earshot/contracts-core';
import type { IncomingRecord } from '../broker/broker.port.js';
import type { GroupContext } from '../group/group-pump.js';
import { GroupServer, type GroupServerDependencies } from '../group/group-server.js';
import type { Entry } from '../group/partition-queue.js';
import { handleGroup } from '../group/retry.js';
import { callContextOf } from '../trace.js';
import { parseJson } from '../wire/frames.js';
import { eventLingerMs, eventRetry } from '../timing.js';

/** One validated event; it may be delivered more than once. */
export interface ReceivedEvent<Event> {
  readonly body: Event;
  readonly key: string | null;
  readonly call: CallContext;
  /** Position of the record; the same for every delivery. */
  readonly position: { readonly topic: string; readonly partition: number; readonly offset: number };
}

/** Handles a group in order. If it throws, the group is delivered again. */
export type EventFunction = (events: readonly ReceivedEvent<unknown>[]) => Promise<void>;

/** A contract and its handler. */
export interface EventRegistration {
  readonly contract: EventContract;
  readonly handle: EventFunction;
}

/** Reads one event topic for one consumer group. */
export class EventServer extends GroupServer<ReceivedEvent<unknown>, EventRegistration> {
  constructor(deps: GroupServerDependencies<EventRegistration>) {
    // Not mixed: a failing event is retried for minutes, and only its partition may wait.
    super(deps, { mixed: false, lingerMs: eventLingerMs, background: true });
  }

  protected read(record: IncomingRecord): Entry<ReceivedEvent<unknown>> {
    const { headers, key, topic, partition, offset } = record;
    const type = headers['type'] ?? '';
    const schema = this.handlers.get(type)?.contract.schema;
    // A topic has events of several types, and newer producers may add some.
    if (schema === undefined) return { record, type, content: { is: 'skipped' } };
    const parsed = schema.safeParse(parseJson(record.value));
    if (!parsed.success) return { record, type, content: { is: 'invalid', details: parsed.error.issues } };
    const item = { body: parsed.data, key, call: callContextOf(headers), position: { topic, partition, offset } };
    return { record, type, content: { is: 'message', item } };
  }

  protected async processGroup(
    entries: readonly Entry<ReceivedEvent<unknown>>[],
    { signal }: GroupContext,
  ): Promise<boolean> {
    for (const { record, content } of entries) {
      if (content.is !== 'invalid') continue;
      if (!(await this.deadLetter(record, 'invalid', JSON.stringify(content.details), signal))) return false;
    }
    const messages = entries.filter(({ content }) => content.is === 'message');
    const outcomes = await this.#handle(messages, signal);
    if (outcomes === undefined) return false;
    for (const [index, outcome] of outcomes.entries()) {
      const record = messages[index]?.record;
      if (record === undefined || !('fault' in outcome)) continue;
      if (!(await this.deadLetter(record, 'failed', String(outcome.fault), signal))) return false;
    }
    return true;
  }

  #handle(messages: readonly Entry<ReceivedEvent<unknown>>[], signal: AbortSignal) {
    const items = messages.flatMap(({ content }) => (content.is === 'message' ? [content.item] : []));
    const registration = this.handlers.get(messages[0]?.type ?? '');
    if (items.length === 0 || registration === undefined) return Promise.resolve([]);
    return handleGroup<ReceivedEvent<unknown>, undefined>({
      items,
      handle: async (batch) => {
        await this.inSpansOf(registration, batch, (events) => registration.handle(events));
        return batch.map(() => undefined);
      },
      policy: eventRetry,
      signal,
      logger: this.deps.logger,
      name: registration.contract.type,
    });
  }
}
