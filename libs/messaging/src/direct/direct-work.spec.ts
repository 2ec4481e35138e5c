import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { map, Observable, Subject, timer } from 'rxjs';
import { DirectScene } from '../../test/direct-scene.js';
import { eventually, testContracts } from '../../test/lanes-app.js';
import { letters, quiet, type Text } from '../../test/work-scene.js';

const { work } = testContracts('direct-work');

describe('work past the broker', () => {
  let scene: DirectScene;

  beforeEach(async () => {
    scene = await DirectScene.begin(work);
  });

  afterEach(() => scene.end());

  /** Asks until work goes by the link, whichever partition it would be for. */
  async function linked(): Promise<void> {
    await eventually(async () => {
      const before = scene.brokeredWork;
      for (let partition = 0; partition <= work.topic.partitions; partition += 1) {
        await Promise.all([scene.answer('warm'), scene.answer('warm')]);
        await sleep(25);
      }
      return scene.brokeredWork === before;
    }, 'work past the broker');
  }

  it('goes by the link to whoever answered what the broker brought', async () => {
    const { begun } = await scene.serve(letters);
    await linked();
    const [before, already] = [scene.brokeredWork, begun.length];
    expect(await Promise.all(['one', 'two', 'three'].map((text) => scene.answer(text)))).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(begun.slice(already).map(({ context }) => context.attempt)).toEqual([1, 1, 1]);
    expect(scene.brokeredWork).toBe(before);
  });

  it('goes on by the link while the broker is away', async () => {
    await scene.serve(letters);
    await linked();
    scene.broker.goAway();
    const texts = Array.from({ length: 100 }, (_, number) => `number ${number}`);
    const answers: Promise<string>[] = [];
    for (const text of texts) {
      answers.push(scene.answer(text));
      await sleep(25);
    }
    expect(await Promise.all(answers)).toEqual(texts);
    scene.broker.comeBack();
  });

  it('finds a worker that is new, though those before it could do everything', async () => {
    await scene.serve(letters);
    await linked();
    const { begun } = await scene.serve(letters);
    await eventually(async () => {
      await Promise.all(['much', 'more'].map((text) => scene.answer(text)));
      return begun.length > 0;
    }, 'the new worker to begin');
  });

  it('is done once, and at the first try, while a worker leaves that has it by the link', async () => {
    const slowly = ({ text }: Text) => timer(20).pipe(map(() => ({ text })));
    const first = await scene.serve(slowly);
    await linked();
    const second = await scene.serve(slowly);
    const answers: Promise<string>[] = [];
    const asking = setInterval(() => answers.push(scene.answer(`number ${answers.length}`)), 2);
    await quiet();
    await first.runtime.close();
    await quiet();
    clearInterval(asking);
    expect(await Promise.all(answers)).toEqual(answers.map((_, number) => `number ${number}`));
    const attempts = [...first.begun, ...second.begun].filter(({ text }) => text !== 'warm');
    expect(attempts.map(({ context }) => context.attempt)).toEqual(answers.map(() => 1));
    expect(second.begun.length).toBeGreaterThan(0);
  });

  it('comes to its worker through the broker, once, where the link did not bring it', async () => {
    const { begun } = await scene.serve(letters);
    await linked();
    const already = begun.length;
    scene.wire.freeze();
    expect(await scene.answer('detour')).toBe('detour');
    expect(begun.slice(already).map(({ text }) => text)).toEqual(['detour']);
  });

  it('is not done twice where its acceptance got lost with the link', async () => {
    const chunks = new Subject<Text>();
    const { begun } = await scene.serve(({ text }) => {
      if (text !== 'once') return letters({ text });
      scene.wire.freeze();
      return chunks;
    });
    await linked();
    const asked = scene.answer('once');
    await eventually(() => begun.at(-1)?.text === 'once', 'the work to begin');
    await quiet();
    scene.wire.cut();
    await sleep(1_500);
    chunks.next({ text: 'done' });
    chunks.complete();
    expect(await asked).toBe('done');
    expect(begun.filter(({ text }) => text === 'once').map(({ context }) => context.attempt)).toEqual([1]);
  });

  it('is given up by the link when nobody waits any more', async () => {
    let given = 0;
    const { begun } = await scene.serve(({ text }) =>
      text === 'endless' ? new Observable(() => () => (given += 1)) : letters({ text }),
    );
    await linked();
    const before = scene.brokeredWork;
    const asked = scene.ask('endless').subscribe();
    await eventually(() => begun.at(-1)?.text === 'endless', 'the work to begin');
    await quiet();
    asked.unsubscribe();
    await eventually(() => given === 1, 'the work to be given up');
    expect(scene.brokeredWork).toBe(before);
  });
});
