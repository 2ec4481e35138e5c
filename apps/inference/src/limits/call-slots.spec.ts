import { expect, it } from '@jest/globals';
import { CallSlots } from './call-slots.js';

const never = new AbortController().signal;
const turns = () => new Promise((resolve) => setImmediate(resolve));

function held() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

it('limits the concurrent calls of a project; other projects do not wait for them', async () => {
  const slots = new CallSlots(2);
  const begun: string[] = [];
  const gates = [held(), held(), held()];
  const calls = gates.map(({ opened }, at) => slots.run('a', async () => (begun.push(`a${at}`), opened), never));
  await slots.run('b', async () => void begun.push('b'), never);
  expect(begun).toEqual(['a0', 'a1', 'b']);
  gates[0]?.open();
  await turns();
  expect(begun).toEqual(['a0', 'a1', 'b', 'a2']);
  for (const { open } of gates) open();
  await Promise.all(calls);
});

it('a call that is aborted while it waits never runs, and takes no slot', async () => {
  const slots = new CallSlots(1);
  const first = held();
  const caller = new AbortController();
  const running = slots.run('a', () => first.opened, never);
  let ran = false;
  const waiting = slots.run('a', async () => void (ran = true), caller.signal);
  caller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  first.open();
  await running;
  expect(await slots.run('a', async () => 'next', never)).toBe('next');
  expect(ran).toBe(false);
});
