import { describe, expect, it } from '@jest/globals';
import { recordingLogger } from '../../test/lanes-app.js';
import { MemoryBroker } from '../../test/memory/memory-broker.js';
import { deleteStaleReplyTopics, replyTopicCreatedAt, newReplyTopicName } from './reply-topic-names.js';

const elevenMinutes = 11 * 60_000;

describe('reply topic cleanup', () => {
  async function brokerWith(...names: string[]): Promise<MemoryBroker> {
    const broker = new MemoryBroker();
    await broker.admin.ensureTopics(names.map((name) => ({ name, lane: 'work', partitions: 1, config: {} })));
    return broker;
  }

  it('reads the creation time from the name', () => {
    const before = Date.now();
    expect(replyTopicCreatedAt(newReplyTopicName('gateway', 'gateway-0'))).toBeGreaterThanOrEqual(before);
    expect(replyTopicCreatedAt('projects.commands')).toBeUndefined();
  });

  it('deletes old reply topics without a consumer and nothing else', async () => {
    const [abandoned, used] = [newReplyTopicName('gateway', 'gateway-0'), newReplyTopicName('gateway', 'gateway-1')];
    const broker = await brokerWith(abandoned, used, 'projects.commands');
    const reader = broker.consumer({ group: used, topics: [used], onRecords: () => undefined });
    await reader.ready;
    await deleteStaleReplyTopics(broker.admin, 'inbox.gateway.', recordingLogger(), Date.now() + elevenMinutes);
    expect(await broker.admin.topicNames()).toEqual([used, 'projects.commands']);
    await reader.close();
  });

  it('keeps reply topics of other services', async () => {
    const other = newReplyTopicName('inference', 'inference-0');
    const broker = await brokerWith(other);
    await deleteStaleReplyTopics(broker.admin, 'inbox.gateway.', recordingLogger(), Date.now() + elevenMinutes);
    expect(await broker.admin.topicNames()).toEqual([other]);
  });

  it('keeps recent reply topics, whose processes may be starting', async () => {
    const young = newReplyTopicName('gateway', 'gateway-0');
    const broker = await brokerWith(young);
    await deleteStaleReplyTopics(broker.admin, 'inbox.gateway.', recordingLogger());
    expect(await broker.admin.topicNames()).toEqual([young]);
  });
});
