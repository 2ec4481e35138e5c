import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { recordingLogger } from '../../test/lanes-app.js';
import type { Broker, ConsumerOptions } from '../broker/broker.port.js';
import { sweepIntervalMs } from '../timing.js';
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
  return { topic: replyTopic, received, receive };
}

const reply = (id: string, seq: number) => ({ t: 'reply', id, attempt: 1, seq, chunks: ['x'] });

it('delivers frames in the order in which they were sent', async () => {
  const { received, receive } = await scene();
  receive([reply('a', 3), reply('b', 0), { t: 'alive', ids: [] }], [reply('a', 4), reply('c', 0)]);
  receive([reply('c', 1)]);
  expect(received).toEqual(['a 3', 'b 0', 'alive', 'a 4', 'c 0', 'c 1']);
});

describe('while replies are awaited', () => {
  const start = Date.now();
  /** The times, in ms from the start, at which echoes are sent within 3.5 s, and when a record arrived last. */
  function echoes(topic: ReplyTopic, isAwaiting: boolean, heard: (ms: number) => void = () => undefined) {
    const sentAt: number[] = [];
    for (let ms = 0; ms <= 3_500; ms += sweepIntervalMs) {
      jest.spyOn(Date, 'now').mockReturnValue(start + ms);
      heard(ms);
      topic.sweep(start + ms, isAwaiting, (name, frame) => {
        expect([name, frame]).toEqual(['inbox', { t: 'echo' }]);
        sentAt.push(ms);
      });
    }
    return { sentAt, heardAt: topic.contactAt - start };
  }

  afterEach(() => void jest.restoreAllMocks());

  it('sends itself an echo for each second without a record, and knows since when none came', async () => {
    const { topic } = await scene();
    topic.sweep(start, false, () => undefined);
    expect(echoes(topic, true)).toEqual({ sentAt: [1_000, 2_000, 3_000], heardAt: 0 });
  });

  it('knows that replies arrive when its echo does', async () => {
    const { topic, receive } = await scene();
    topic.sweep(start, false, () => undefined);
    const { sentAt, heardAt } = echoes(topic, true, (ms) => ms % 1_000 === 200 && receive([{ t: 'echo' }]));
    expect({ sentAt, heardAt }).toEqual({ sentAt: [], heardAt: 3_200 });
  });

  it('sends itself nothing, and misses nothing, while no reply is awaited', async () => {
    const { topic } = await scene();
    expect(echoes(topic, false)).toEqual({ sentAt: [], heardAt: 3_500 });
  });
});
