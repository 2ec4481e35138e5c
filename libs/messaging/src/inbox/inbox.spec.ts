import { afterEach, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { recordingLogger } from '../../test/lanes-app.js';
import type { Broker, ConsumerOptions } from '../broker/broker.port.js';
import { Inbox } from './inbox.js';

let inbox: Inbox;

afterEach(() => inbox.close());

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
  inbox = new Inbox('inbox', broker as unknown as Broker, recordingLogger());
  const heard: string[] = [];
  inbox.listen('reply', ({ id, seq }) => void heard.push(`${id} ${seq}`));
  inbox.listen('alive', () => void heard.push('alive'));
  await inbox.open();
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
  return { heard, receive };
}

const reply = (id: string, seq: number) => ({ t: 'reply', id, attempt: 1, seq, chunks: ['x'] });

it('tells of answers that begin, as far as they are there, before all that goes on, which keeps its order', async () => {
  const { heard, receive } = await scene();
  receive([reply('a', 3), reply('b', 0), { t: 'alive', ids: [] }], [reply('a', 4), reply('c', 0), reply('c', 1)]);
  expect(heard).toEqual(['b 0', 'c 0', 'c 1']);
  process.nextTick(() => heard.push('what these caused'));
  await turn();
  expect(heard).toEqual(['b 0', 'c 0', 'c 1', 'a 3', 'alive', 'a 4', 'what these caused']);
});

it('tells at once of what goes on where nothing begins', async () => {
  const { heard, receive } = await scene();
  receive([reply('a', 3)], [reply('a', 4)]);
  expect(heard).toEqual(['a 3', 'a 4']);
});

it('keeps the order of what comes in several messages of one tick', async () => {
  const { heard, receive } = await scene();
  receive([reply('b', 0), reply('a', 3)]);
  receive([reply('a', 4)]);
  receive([reply('c', 0), reply('a', 5)]);
  await turn();
  expect(heard).toEqual(['b 0', 'c 0', 'a 3', 'a 4', 'a 5']);
});
