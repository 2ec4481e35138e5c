import { expect, it } from '@jest/globals';
import { RunningChats } from './running-chats.js';

function hanging() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { chat: () => ended, end };
}

it('rejects a chat above the limit, and accepts one when another has ended', async () => {
  const running = new RunningChats(2);
  const [first, second] = [hanging(), hanging()];
  const one = running.run('p', first.chat);
  const two = running.run('p', second.chat);
  const refused = { code: 'queue_full', type: 'overloaded_error', retryAfterS: 1 };
  await expect(running.run('p', async () => undefined)).rejects.toMatchObject(refused);
  first.end();
  await one;
  await running.run('p', async () => undefined);
  second.end();
  await two;
});

it('frees the slot of a failed chat', async () => {
  const running = new RunningChats(1);
  for (let i = 0; i < 3; i += 1) {
    await expect(running.run('p', async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  }
});

it('is idle at once without chats, else when the last has ended, and waits no longer than its timeout', async () => {
  const running = new RunningChats(2);
  expect(await running.idle(60_000)).toBe(0);
  const { chat, end } = hanging();
  const run = running.run('p', chat);
  expect(await running.idle(1)).toBe(1);
  const idle = running.idle(60_000);
  end();
  expect(await idle).toBe(0);
  await run;
});

it('leaves slots for others when the chats of a project never end', async () => {
  const running = new RunningChats(8);
  const { chat, end } = hanging();
  const stalled = Array.from({ length: 6 }, () => running.run('stalled', chat));
  await expect(running.run('stalled', chat)).rejects.toMatchObject({ code: 'queue_full' });
  await running.run('other', async () => undefined);
  end();
  await Promise.all(stalled);
});
