import { describe, expect, it } from '@jest/globals';
import { type LineAnswer, withStatus } from './bulk-status.js';

const ok = (text: string): LineAnswer => ({ text, ok: true });
const failed = (text: string): LineAnswer => ({ text, ok: false });

async function run(...lines: LineAnswer[]) {
  const log: (string | number)[] = [];
  async function* answers() {
    yield* lines;
  }
  for await (const text of withStatus(answers(), (status) => log.push(status))) log.push(text);
  return log;
}

describe('the status of an import', () => {
  it('is 200 if a line was recorded, wherever it is', async () => {
    expect(await run(ok('a'), failed('b'))).toEqual([200, 'a', 'b']);
    expect(await run(failed('a'), failed('b'), ok('c'), failed('d'))).toEqual([200, 'a', 'b', 'c', 'd']);
    expect(await run()).toEqual([200]);
  });

  it('is 400 if all lines failed; each still has its answer', async () => {
    expect(await run(failed('a'), failed('b'))).toEqual([400, 'a', 'b']);
  });

  it('is 200 if the next line is late, so that a client that waits for an answer gets it', async () => {
    let send: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (send = resolve));
    async function* answers() {
      yield failed('a');
      await sent;
      yield failed('b');
    }
    const log: (string | number)[] = [];
    for await (const text of withStatus(answers(), (status) => log.push(status), 5)) {
      log.push(text);
      send();
    }
    expect(log).toEqual([200, 'a', 'b']);
  });

  it('is 200 if the answers are too many to be held', async () => {
    const long = 'x'.repeat(600_000);
    expect(await run(failed(long), failed(long), failed('c'))).toEqual([200, long, long, 'c']);
  });
});
