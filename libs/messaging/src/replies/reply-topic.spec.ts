import { afterEach, expect, it } from '@jest/globals';
import { recordingLogger } from '../../test/lanes-app.js';
import type { Broker, ConsumerOptions } from '../broker/broker.port.js';
import { ReplyTopic } from './reply-topic.js';

let replyTopic: ReplyTopic;

afterEach(() => replyTopic.close());

/** An open inbox, what it was told of, and what reads for it. */
async function scene() {
  let options: ConsumerOptions | undefined;
  const nothing = async () => undefined;
  const broker = {
    admin: { ensureTopics: nothing, deleteTopics: nothing, deleteGroups: nothing },
    consumer: (given: ConsumerOptions) => {
      options = given;
      return { ready: Promise.resolve(), healthy: true, done: () => undefined, close: nothing };
    },
  };
  replyTopic = new ReplyTopic('inbox', broker as unknown as Broker, recordingLogger());
  const received: string[] = [];
  replyTopic.listen('reply', ({ id, seq }) => void received.push(`${id} ${seq}`));
  replyTopic.listen('alive', () => void received.push('alive'));
  await replyTopic.open();
  /** Records of these frames come together. */
  const receive = (...records: object[][]): void => {
    const values = records.map((frames) => Buffer.from(JSON.stringify({ from: 'worker', by: 'worker-0', frames })));
    const common = { topic: 'inbox', partition: 0, key: null, headers: {} };
    options?.onRecords(
      'inbox',
      0,
      values.map((value, offset) => ({ ...common, value, offset })),
    );
  };
  return { received: received, receive };
}

const reply = (id: string, seq: number) => ({ t: 'reply', id, attempt: 1, seq, chunks: ['x'] });

it('delivers frames in the order in which they were sent', async () => {
  const { received: received, receive } = await scene();
  receive([reply('a', 3), reply('b', 0), { t: 'alive', ids: [] }], [reply('a', 4), reply('c', 0)]);
  receive([reply('c', 1)]);
  expect(received).toEqual(['a 3', 'b 0', 'alive', 'a 4', 'c 0', 'c 1']);
});
