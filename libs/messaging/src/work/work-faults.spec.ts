import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { Observable, of, Subject } from 'rxjs';
import { testContracts } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { letters, quiet, type Text, WorkScene } from '../../test/work-scene.js';

const { work } = testContracts('work');

describe('work lane: faults', () => {
  let scene: WorkScene;

  beforeEach(async () => {
    scene = await WorkScene.begin(work);
  });

  afterEach(() => scene.end());

  /** Asks a worker that gives these chunks, and waits until it has begun. */
  async function begun(text: string) {
    const chunks = new Subject<Text>();
    const worker = await scene.worker('inference-0', () => chunks);
    const answered = scene.answer(text);
    await until(() => worker.begun.length === 1, 'the work to begin');
    return { chunks, answered, process: worker.process };
  }

  it('retries on another worker when a worker dies before the first chunk', async () => {
    const first = await scene.worker('inference-0', () => new Subject());
    const answered = scene.answer('precious');
    await until(() => first.begun.length === 1, 'the first worker to begin');
    const second = await scene.worker('inference-1', letters);
    await scene.kill(first.process);
    expect(await answered).toBe('precious');
    expect(second.begun[0]?.context.attempt).toBe(2);
  });

  it('retries an unstreamed answer on another worker when a worker dies in the middle', async () => {
    const first = await scene.worker('inference-0', () => new Observable((to) => to.next({ text: 'half' })));
    const seen: string[][] = [];
    const ended = new Promise((resolve) =>
      scene.ask('whole', { buffered: true }).subscribe({
        next: (chunks) => seen.push(chunks.map(({ text }) => text)),
        error: resolve,
        complete: () => resolve('complete'),
      }),
    );
    await until(() => seen.length === 1, 'the word that it has begun');
    const second = await scene.worker('inference-1', letters);
    await scene.kill(first.process);
    expect(await ended).toBe('complete');
    expect(seen).toEqual([[], ['w', 'h', 'o', 'l', 'e']]);
    expect(second.begun[0]?.context.attempt).toBe(2);
  });

  it('fails a request that killed three workers with worker_lost and serves the others', async () => {
    const alive: string[] = [];
    const begun: string[] = [];
    for (const name of ['inference-0', 'inference-1', 'inference-2', 'inference-3', 'inference-4']) {
      alive.push(name);
      const { process } = await scene.worker(name, () => {
        begun.push(name);
        scene.broker.silence(process.runtime.replies.name);
        // Its group misses it later than the acceptance window, as after a kill -9.
        void quiet().then(() => {
          scene.broker.killMember(`inference.${work.topic.name}`, alive.indexOf(name));
          alive.splice(alive.indexOf(name), 1);
        });
        return new Subject();
      });
    }
    await expect(scene.answer('poison', 25_000)).rejects.toMatchObject({ code: 'worker_lost' });
    expect(begun).toHaveLength(3);
    expect(await register.getSingleMetricAsString('earshot_work_lost_workers_total')).toContain(
      `{topic="${work.topic.name}",outcome="failed"} 1`,
    );
  });

  it('ends a started stream with worker_lost when its worker dies', async () => {
    const first = await scene.worker('inference-0', () => new Observable((to) => to.next({ text: 'half' })));
    const seen: string[] = [];
    const ended = new Promise((resolve) =>
      scene.ask('stream').subscribe({ next: (chunks) => seen.push(...chunks.map(({ text }) => text)), error: resolve }),
    );
    await until(() => seen.length === 1, 'the first chunk');
    await scene.kill(first.process);
    expect(await ended).toMatchObject({ code: 'worker_lost', type: 'overloaded_error' });
    expect(seen).toEqual(['half']);
  });

  it('distinguishes a silent worker from a dead one', async () => {
    const { begun } = await scene.worker('inference-0', () => {
      return new Observable((to) => void setTimeout(() => (to.next({ text: 'done' }), to.complete()), 3_600));
    });
    expect(await scene.answer('think')).toBe('done');
    expect(begun).toHaveLength(1);
  });

  it('resends chunks that were lost', async () => {
    const { chunks, answered } = await begun('gap');
    await quiet();
    scene.broker.loseSends(1);
    chunks.next({ text: 'a' });
    await quiet();
    chunks.next({ text: 'b' });
    chunks.complete();
    expect(await answered).toBe('ab');
  });

  it('resends lost chunks within two heartbeats when no more follow', async () => {
    const chunks = new Subject<Text>();
    const { begun } = await scene.worker('inference-0', () => chunks);
    const seen: string[] = [];
    const subscription = scene.ask('pause').subscribe((received) => seen.push(...received.map(({ text }) => text)));
    await until(() => begun.length === 1, 'the work to begin');
    await quiet();
    scene.broker.loseSends(1);
    chunks.next({ text: 'a' });
    await quiet();
    expect(seen).toEqual([]);
    await until(() => seen.length > 0, 'the lost chunk', 2_500);
    expect(seen).toEqual(['a']);
    subscription.unsubscribe();
  });

  it('resends a lost end of an answer', async () => {
    const { chunks, answered } = await begun('end');
    await quiet();
    scene.broker.loseSends(1);
    chunks.next({ text: 'all' });
    chunks.complete();
    expect(await answered).toBe('all');
  });

  it('runs a request once when it is delivered twice', async () => {
    const { begun } = await scene.worker('inference-0', letters);
    await scene.answer('once');
    scene.broker.deliverAgain(`inference.${work.topic.name}`);
    await scene.answer('again');
    expect(begun.map(({ text }) => text)).toEqual(['once', 'again']);
  });

  it('runs a request once when workers join and leave', async () => {
    const runs = new Map<string, number>();
    const handle = ({ text }: Text): Observable<Text> => {
      runs.set(text, (runs.get(text) ?? 0) + 1);
      return of({ text });
    };
    await scene.worker('inference-0', handle);
    const texts = Array.from({ length: 300 }, (_, index) => `r${index}`);
    const answers: Promise<string>[] = [];
    for (const [index, text] of texts.entries()) {
      answers.push(scene.answer(text));
      if (index === 100) void scene.worker('inference-1', handle);
      if (index === 200) void scene.processes.at(-1)?.runtime.drain();
      if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(await Promise.all(answers)).toEqual(texts);
    expect([...runs.values()].filter((count) => count > 1)).toEqual([]);
  });

  it('survives a broker that returns within the deadline', async () => {
    await scene.worker('inference-0', letters);
    scene.broker.goAway();
    const answered = scene.answer('patience');
    await new Promise((resolve) => setTimeout(resolve, 300));
    scene.broker.comeBack();
    expect(await answered).toBe('patience');
  });

  it('runs a delayed request on one worker only', async () => {
    const first = await scene.worker('inference-0', letters);
    const second = await scene.worker('inference-1', letters);
    scene.broker.goAway();
    const answers = ['a', 'b', 'c', 'd'].map((text) => scene.answer(text));
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    scene.broker.comeBack();
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
    expect([...first.begun, ...second.begun].map(({ text }) => text).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('accepts no work while it stops, and completes running work', async () => {
    const { chunks, answered, process } = await begun('last');
    const drained = process.runtime.drain();
    await quiet();
    chunks.next({ text: 'bye' });
    chunks.complete();
    await drained;
    expect(await answered).toBe('bye');
  });

  it('sends the end of its work before it stops, also where the broker refuses it at first', async () => {
    const { chunks, answered, process } = await begun('last');
    const closed = process.runtime.close();
    await quiet();
    scene.broker.failSends(2);
    chunks.next({ text: 'bye' });
    chunks.complete();
    await closed;
    expect(await answered).toBe('bye');
  });
});
