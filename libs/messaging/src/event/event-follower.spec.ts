import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defineEvent, eventTopic } from '@earshot/contracts-core';
import { z } from 'zod';
import { recordingLogger } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { MemoryBroker } from '../../test/memory/memory-broker.js';
import { EventFollower, type FollowedEvent } from './event-follower.js';

const topic = eventTopic('notes.made', 2);
const created = defineEvent({ topic, type: 'made.v1', schema: z.object({ id: z.string() }), key: () => null });
const kept = defineEvent({ topic, type: 'kept.v1', schema: z.object({ id: z.string() }), key: () => null });

describe(EventFollower.name, () => {
  let broker: MemoryBroker;
  let follower: EventFollower;
  let events: FollowedEvent[];

  beforeEach(async () => {
    broker = new MemoryBroker();
    await broker.admin.ensureTopics([topic]);
    follower = new EventFollower(broker, recordingLogger());
    events = [];
  });
  afterEach(() => follower.close());

  const send = (type: string, body: unknown) =>
    broker
      .producer()
      .send([
        { topic: topic.name, partition: 0, key: null, value: Buffer.from(JSON.stringify(body)), headers: { type } },
      ]);

  const follow = () =>
    follower.follow({
      contracts: [created, kept],
      isNeeded: (body) => (body as { id: unknown }).id !== 'unneeded',
      handle: (batch) => events.push(...batch),
    });

  it('reads valid events of its types from now on, with the selected fields', async () => {
    await send('made.v1', { id: 'before' });
    await follow();
    await send('made.v1', { id: 'first' });
    await send('made.v1', { id: 1 });
    await send('made.v2', { id: 'of a newer version' });
    await send('made.v1', { id: 'unneeded' });
    await send('kept.v1', { id: 'last' });
    await until(() => events.length === 2, 'the events');
    expect(events).toEqual([
      { type: 'made.v1', body: { id: 'first' } },
      { type: 'kept.v1', body: { id: 'last' } },
    ]);
  });

  it('leaves no consumer group after it is closed', async () => {
    await follow();
    const one = await follow();
    expect(broker.memberCount).toBe(2);
    await one.close();
    await follower.close();
    expect(broker.memberCount).toBe(0);
  });

  it('is unavailable while the broker is unavailable', async () => {
    broker.goAway();
    await expect(follow()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
