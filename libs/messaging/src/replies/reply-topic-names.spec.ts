import { describe, expect, it } from '@jest/globals';
import { recordingLogger } from '../../test/lanes-app.js';
import { MemoryBroker } from '../../test/memory/memory-broker.js';
import { deleteStaleReplyTopics, replyTopicCreatedAt, newReplyTopicName } from './reply-topic-names.js';

const elevenMinutes = 11 * 60_000;

describe('inbox janitor', () => {
  async function brokerWith(...names: string[]): Promise<MemoryBroker> {
    const broker = new MemoryBroker();
    await broker.admin.ensureTopics(names.map((name) => ({ name, lane: 'work', partitions: 1, config: {} })));
    return broker;
  }

  it('reads from the name when an inbox was made', () => {
    const before = Date.now();
    expect(replyTopicCreatedAt(newReplyTopicName('gateway', 'gateway-0'))).toBeGreaterThanOrEqual(before);
    expect(replyTopicCreatedAt('projects.commands')).toBeUndefined();
  });

  it('deletes old inboxes that nobody reads, and nothing else', async () => {
    const [abandoned, used] = [newReplyTopicName('gateway', 'gateway-0'), newReplyTopicName('gateway', 'gateway-1')];
    const broker = await brokerWith(abandoned, used, 'projects.commands');
    const reader = broker.consumer({ group: used, topics: [used], onRecords: () => undefined });
    await reader.ready;
    await deleteStaleReplyTopics(broker.admin, 'inbox.gateway.', recordingLogger(), Date.now() + elevenMinutes);
    expect(await broker.admin.topicNames()).toEqual([used, 'projects.commands']);
    await reader.close();
  });

  it('leaves alone those of other services, which may delete their own', async () => {
    const other = newReplyTopicName('inference', 'inference-0');
    const broker = await brokerWith(other);
    await deleteStaleReplyTopics(broker.admin, 'inbox.gateway.', recordingLogger(), Date.now() + elevenMinutes);
    expect(await broker.admin.topicNames()).toEqual([other]);
  });

  it('leaves alone young inboxes, whose processes may be starting', async () => {
    const young = newReplyTopicName('gateway', 'gateway-0');
    const broker = await brokerWith(young);
    await deleteStaleReplyTopics(broker.admin, 'inbox.gateway.', recordingLogger());
    expect(await broker.admin.topicNames()).toEqual([young]);
  });
});
