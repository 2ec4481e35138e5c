import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineEvent, eventTopic } from '@earshot/contracts-core';
import { concat, defer, ignoreElements, Observable, of, tap } from 'rxjs';
import { z } from 'zod';
import { testContracts } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { type Text, WorkScene, wholeText } from '../../test/work-scene.js';
import { requestTimeoutMs, resendAfterMs, workerTimeoutMs } from '../timing.js';

const { work } = testContracts('broker-outage');
const recorded = defineEvent({
  topic: eventTopic('outage.recorded', 1),
  type: 'recorded.v1',
  schema: z.object({ text: z.string() }),
  key: () => null,
});

describe('work lane: the broker is unavailable for longer than a worker may be silent', () => {
  let scene: WorkScene;

  beforeEach(async () => {
    scene = await WorkScene.begin(work);
    await scene.broker.admin.ensureTopics([recorded.topic]);
  });

  afterEach(() => scene.end());

  /** A worker that ends each answer once the broker has its record, as chats do. */
  async function recordingWorker(name: string) {
    const times: { acknowledgedAt?: number } = {};
    const generated = Promise.withResolvers<void>();
    const worker = await scene.worker(name, ({ text }: Text): Observable<Text> => {
      const record = defer(async () => {
        await generated.promise;
        const { runtime } = worker.process;
        await runtime.events.publish(recorded, { text }, { call: scene.caller.call, retryForMs: 15_000 });
        times.acknowledgedAt = Date.now();
      });
      return concat(of({ text: text.slice(0, 1) }), record.pipe(ignoreElements()), of({ text: text.slice(1) }));
    });
    return { ...worker, times, generate: () => generated.resolve() };
  }

  /** Asks, and waits for the first chunk. @returns a function that resolves with the whole answer. */
  async function started(options: { buffered?: boolean } = {}): Promise<() => Promise<string>> {
    let isStarted = false;
    const answer = scene.ask('complete', { deadlineMs: 60_000, ...options });
    const answering = wholeText(answer.pipe(tap(() => (isStarted = true))));
    await until(() => isStarted, 'the first chunk');
    return () => answering;
  }

  it.each([
    ['streamed', false],
    ['whole', true],
  ])('delivers a complete %s answer once its record is acknowledged, and generates it once', async (_, buffered) => {
    const { begun, times, generate } = await recordingWorker('inference-0');
    const answering = await started({ buffered });
    scene.broker.goAway();
    generate();
    await sleep(workerTimeoutMs + 1_000);
    expect(times.acknowledgedAt).toBeUndefined();
    scene.broker.comeBack();
    expect(await answering()).toBe('complete');
    expect(begun.map(({ context }) => context.attempt)).toEqual([1]);
    expect(Date.now() - (times.acknowledgedAt ?? 0)).toBeLessThan(resendAfterMs);
  });

  it('delivers an end that was being sent when the broker went away', async () => {
    const { begun } = await scene.worker('inference-0', ({ text }) => {
      scene.broker.goAway();
      return of({ text });
    });
    const answering = scene.answer('sent', 60_000);
    await until(() => begun.length === 1, 'the work to begin');
    await sleep(workerTimeoutMs + 1_000);
    scene.broker.comeBack();
    expect(await answering).toBe('sent');
    expect(begun).toHaveLength(1);
  });

  it('generates an answer once whose rest cannot be written while the broker answers others', async () => {
    const { begun, generate } = await recordingWorker('inference-0');
    const { name } = scene.caller.runtime.replies;
    const answering = await started();
    scene.broker.stall(name);
    generate();
    await sleep(workerTimeoutMs + 1_000);
    scene.broker.proceed(name);
    expect(await answering()).toBe('complete');
    expect(begun).toHaveLength(1);
  });

  it('still detects a worker that died meanwhile', async () => {
    const first = await scene.worker('inference-0', () => new Observable((to) => to.next({ text: 'half' })));
    const failed = new Promise((resolve) => scene.ask('dead').subscribe({ error: resolve }));
    await until(() => first.begun.length === 1, 'the work to begin');
    scene.broker.goAway();
    await scene.kill(first.process);
    await sleep(workerTimeoutMs);
    scene.broker.comeBack();
    const backAt = Date.now();
    expect(await failed).toMatchObject({ code: expect.stringMatching(/^(worker_lost|deadline_exceeded)$/) });
    expect(Date.now() - backAt).toBeLessThan(2 * requestTimeoutMs + workerTimeoutMs);
  });
});
