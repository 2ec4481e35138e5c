import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { register } from 'prom-client';
import { from, Subject } from 'rxjs';
import { DirectScene } from '../../test/direct-scene.js';
import { eventually, testContracts } from '../../test/lanes-app.js';
import { letters, quiet, type Text } from '../../test/work-scene.js';
import { connectDirect } from './direct-tls.js';

const { work } = testContracts('direct');

describe('answers past the broker', () => {
  let scene: DirectScene;

  beforeEach(async () => {
    scene = await DirectScene.begin(work);
  });

  afterEach(() => scene.end());

  /** Asks until answers come by the link. */
  async function linked(): Promise<void> {
    await eventually(async () => {
      const before = scene.brokeredAnswers;
      await scene.answer('warm');
      return scene.brokeredAnswers === before;
    }, 'an answer past the broker');
  }

  it('come by a link that opens with the first work', async () => {
    await scene.serve(letters);
    await linked();
    const before = scene.brokeredAnswers;
    expect(await Promise.all(['one', 'two', 'three'].map((text) => scene.answer(text)))).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(scene.brokeredAnswers).toBe(before);
    expect(scene.wire.connections).toBe(1);
    expect(await register.getSingleMetricAsString('earshot_direct_links')).toMatch(/^earshot_direct_links 1$/m);
  });

  it('come through the broker where the way is blocked', async () => {
    scene.wire.cut();
    await scene.serve(letters);
    expect(await scene.answer('detour')).toBe('detour');
    expect(await scene.answer('again')).toBe('again');
    expect(scene.brokeredAnswers).toBe(2);
  });

  it('come past the broker again when the way is free again', async () => {
    scene.wire.cut();
    await scene.serve(letters);
    expect(await scene.answer('detour')).toBe('detour');
    scene.wire.mend();
    await linked();
  });

  it.each(['cut', 'freeze'] as const)('are whole and in order after a link that breaks: %s', async (fault) => {
    const chunks = new Subject<Text>();
    await scene.serve(({ text }) => (text === 'stream' ? chunks : letters({ text })));
    await linked();
    const seen: string[] = [];
    const ended = new Promise<unknown>((resolve) =>
      scene.ask('stream').subscribe({
        next: (some) => seen.push(...some.map(({ text }) => text)),
        error: resolve,
        complete: () => resolve('complete'),
      }),
    );
    await eventually(() => chunks.observed, 'the work to begin');
    chunks.next({ text: 'a' });
    await eventually(() => seen.length === 1, 'the first chunk');
    const before = scene.brokeredAnswers;
    scene.wire[fault]();
    chunks.next({ text: 'b' });
    await eventually(() => seen.length === 2, 'what was said into the broken link', 3_000);
    expect(scene.brokeredAnswers).toBeGreaterThan(before);
    chunks.next({ text: 'c' });
    chunks.complete();
    expect(await ended).toBe('complete');
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('go on through the broker where they began so, that none overtakes another', async () => {
    const chunks = new Subject<Text>();
    scene.wire.cut();
    await scene.serve(({ text }) => (text === 'stream' ? chunks : letters({ text })));
    const seen: string[] = [];
    const asked = scene.ask('stream').subscribe((some) => seen.push(...some.map(({ text }) => text)));
    await eventually(() => chunks.observed, 'the work to begin');
    chunks.next({ text: 'a' });
    await eventually(() => seen.length === 1, 'the first chunk');
    scene.wire.mend();
    await linked();
    const before = scene.brokeredAnswers;
    chunks.next({ text: 'b' });
    await eventually(() => seen.length === 2, 'the second chunk');
    expect(scene.brokeredAnswers).toBe(before + 1);
    asked.unsubscribe();
  });

  it.each([
    ['many chunks', 4_000, 100],
    ['large chunks', 40, 100_000],
  ])('are whole where a link breaks with more under way than a worker keeps: %s', async (_what, count, length) => {
    const numbers = Array.from({ length: count }, (_, number) => `${number} `.padEnd(length, 'x'));
    await scene.serve(({ text }) => {
      if (text !== 'stream') return letters({ text });
      scene.wire.freeze();
      return from(numbers.map((number) => ({ text: number })));
    });
    await linked();
    expect(await scene.answer('stream')).toBe(numbers.join(''));
  });

  it('are taken from nobody who does not know the key', async () => {
    const port = Number(new URL(scene.address.url).port);
    const socket = connectDirect({ ...scene.address, key: randomBytes(32).toString('base64') }, 'inbox.stranger');
    const [refused] = (await once(socket, 'error')) as unknown[];
    expect(String(refused)).toMatch(/bad record mac/);
    const stranger = connect(port, '127.0.0.1');
    stranger.on('error', () => undefined);
    stranger.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    stranger.resume();
    await once(stranger, 'close');
    expect(scene.direct.to('inbox.stranger')).toBeUndefined();
  });

  it('end with the process that they are for, while one is under way', async () => {
    await scene.serve(() => new Subject<Text>());
    const asked = scene.ask('endless').subscribe({ error: () => undefined });
    await eventually(() => scene.wire.connections === 1, 'the link');
    await quiet();
    asked.unsubscribe();
    await scene.end();
    expect(scene.wire.connections).toBe(0);
  });
});
