import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testContracts } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { lanesProcess, type LanesProcess } from '../../test/lanes-process.js';
import { MemoryBroker } from '../../test/memory/memory-broker.js';
import { eventHeaders } from '../trace.js';
import type { ReceivedEvent } from './event-server.js';
import type { EventContract } from '@earshot/contracts-core';

type Text = { text: string };
const { event } = testContracts('event', 2);
const untyped = event as unknown as EventContract;

describe('event lane', () => {
  let broker: MemoryBroker;
  let publisher: LanesProcess;
  let processes: LanesProcess[];

  beforeEach(async () => {
    broker = new MemoryBroker();
    await broker.admin.ensureTopics([event.topic]);
    publisher = lanesProcess(broker, 'gateway', 'gateway-0');
    processes = [publisher];
  });

  afterEach(async () => {
    for (const { runtime } of processes) await runtime.close();
  });

  async function listener(handle: (events: readonly ReceivedEvent<unknown>[]) => void, group?: string) {
    const process = lanesProcess(broker, 'feedback', `feedback-${processes.length}`);
    processes.push(process);
    const handled = async (events: readonly ReceivedEvent<unknown>[]): Promise<void> => handle(events);
    await process.serve({ events: [{ contract: untyped, group, handle: handled }] });
    return process;
  }

  const publish = (text: string) => publisher.runtime.events.publish(event, { text }, { call: publisher.call });
  const textsOf = (events: readonly ReceivedEvent<unknown>[]) => events.map(({ body }) => (body as Text).text);
  const deadLetters = () => broker.recordsOf(event.topic.deadLetters?.name ?? '').flat();

  it('delivers events of one key in order, with their call context', async () => {
    const received: ReceivedEvent<unknown>[] = [];
    await listener((events) => void received.push(...events));
    const texts = Array.from({ length: 100 }, (_, index) => `k${index}`);
    await Promise.all(texts.map(publish));
    await until(() => received.length === 100, 'all events');
    expect(textsOf(received)).toEqual(texts);
    expect(received[0]).toMatchObject({ key: 'k', call: publisher.call });
  });

  it('keeps the order of events without a key that are published together', async () => {
    const keyless = { ...event, key: () => null };
    const received: string[] = [];
    await listener((events) => void received.push(...textsOf(events)));
    const texts = Array.from({ length: 50 }, (_, index) => `t${index}`);
    const { events } = publisher.runtime;
    await Promise.all(texts.map((text) => events.publish(keyless, { text }, { call: publisher.call })));
    await until(() => received.length === texts.length, 'all events');
    expect([...received].sort()).toEqual([...texts].sort());
    // A turn may end in between: then there are two runs, not fifty.
    const perPartition = broker.recordsOf(event.topic.name).map((records) => records.length);
    expect(Math.max(...perPartition)).toBeGreaterThanOrEqual(texts.length / 2);
  });

  it('delivers every event to every group', async () => {
    const received: string[] = [];
    await listener((events) => void received.push(...textsOf(events)));
    await listener((events) => void received.push(...textsOf(events)), 'reports');
    await publish('fact');
    await until(() => received.length === 2, 'both groups');
  });

  it('redelivers events in order after a fault', async () => {
    const tried: string[][] = [];
    await listener((events) => {
      tried.push(textsOf(events));
      if (tried.length < 3) throw new Error('database away');
    });
    await Promise.all([publish('k1'), publish('k2')]);
    await until(() => tried.length === 3, 'three tries');
    expect(tried[2]).toEqual(['k1', 'k2']);
  });

  it('skips events of other types', async () => {
    const received: string[] = [];
    await listener((events) => void received.push(...textsOf(events)));
    const headers = eventHeaders('other.v1', publisher.call);
    await broker.producer().send([{ topic: event.topic.name, key: 'k', value: Buffer.from('{}'), headers }]);
    await publish('k1');
    await until(() => received.length === 1, 'the event');
    expect(deadLetters()).toEqual([]);
  });

  it('dead-letters an event that violates its contract, with the reason, and continues', async () => {
    const received: string[] = [];
    await listener((events) => void received.push(...textsOf(events)));
    const headers = eventHeaders(event.type, publisher.call);
    await broker
      .producer()
      .send([{ topic: event.topic.name, partition: 0, key: 'k', value: Buffer.from('{"text":1}'), headers }]);
    await publish('k1');
    await until(() => received.length === 1 && deadLetters().length === 1, 'the event and the dead letter');
    expect(deadLetters()[0]?.headers).toMatchObject({
      type: event.type,
      'dead-letter-reason': 'invalid',
      'dead-letter-position': `${event.topic.name}/0/0`,
    });
  });

  it('fails while the broker is away instead of acknowledging the event', async () => {
    broker.goAway();
    await expect(publish('lost')).rejects.toMatchObject({ code: 'service_unavailable' });
    broker.comeBack();
  });

  it('publishes prepared records in the order of the list', async () => {
    const received: string[] = [];
    await listener((events) => void received.push(...textsOf(events)));
    const texts = Array.from({ length: 50 }, (_, index) => `k${index}`);
    await publisher.runtime.records.publish(
      texts.map((text) => ({
        topic: event.topic.name,
        key: 'k',
        type: event.type,
        value: Buffer.from(JSON.stringify({ text })),
        headers: {},
      })),
    );
    await until(() => received.length === 50, 'all events');
    expect(received).toEqual(texts);
  });
});
