import { afterEach, describe, expect, it } from '@jest/globals';
import { newCallContext } from '../index.js';
import { testContracts } from '../../test/lanes-app.js';
import { MemoryBroker } from '../../test/memory/memory-broker.js';
import { RecordSender } from '../send/record-sender.js';
import { EventPublisher } from './event-publisher.js';

const { event } = testContracts('patience');

describe('an event published while the broker is away', () => {
  const broker = new MemoryBroker();
  const sender = new RecordSender(broker.producer());
  const events = new EventPublisher(sender);
  const call = newCallContext();
  const stored = () => broker.recordsOf(event.topic.name).flat().length;

  afterEach(() => broker.comeBack());

  it('is refused at once', async () => {
    await broker.admin.ensureTopics([event.topic]);
    broker.goAway();
    await expect(events.publish(event, { text: 'now' }, { call })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(stored()).toBe(0);
  });

  it('is published when the broker returns before the timeout', async () => {
    broker.goAway();
    const published = events.publish(event, { text: 'later' }, { call, retryForMs: 10_000 });
    setTimeout(() => broker.comeBack(), 700);
    await published;
    expect(stored()).toBe(1);
  });

  it('is rejected at the timeout', async () => {
    broker.goAway();
    const published = events.publish(event, { text: 'never' }, { call, retryForMs: 500 });
    await expect(published).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(stored()).toBe(1);
  });

  it('is rejected at the timeout while the broker accepts it and does not answer', async () => {
    let sends = 0;
    const send = () => ((sends += 1) === 1 ? Promise.reject(new Error('away')) : new Promise<void>(() => undefined));
    const silent = new EventPublisher(new RecordSender({ send, close: () => Promise.resolve() }));
    const published = silent.publish(event, { text: 'unknown' }, { call, retryForMs: 500 });
    await expect(published).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(sends).toBe(2);
  });
});
