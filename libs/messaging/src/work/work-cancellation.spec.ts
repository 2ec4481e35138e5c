import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { lastValueFrom, startWith, Subject } from 'rxjs';
import { testContracts } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { lanesProcess } from '../../test/lanes-process.js';
import { letters, type Text, WorkScene } from '../../test/work-scene.js';
import { WorkFlowControl } from './work-options.js';
import { maxFramesLength } from '../limits.js';
import { callerTimeoutMs, heartbeatIntervalMs, maxPauseMs } from '../timing.js';

const { work } = testContracts('work');

describe('work lane: deadlines, cancellation and backpressure', () => {
  let scene: WorkScene;

  beforeEach(async () => {
    scene = await WorkScene.begin(work);
  });

  afterEach(() => scene.end());

  it('cancels the work when the caller unsubscribes', async () => {
    const { begun } = await scene.worker('inference-0', () => new Subject());
    const subscription = scene.ask('long').subscribe();
    await until(() => begun.length === 1, 'the work to begin');
    subscription.unsubscribe();
    await until(() => begun[0]?.context.signal.aborted === true, 'the signal');
  });

  it('cancels work that is accepted after the caller unsubscribed', async () => {
    scene.broker.delayMs = 100;
    const { begun } = await scene.worker('inference-0', () => new Subject());
    const subscription = scene.ask('late').subscribe();
    await until(() => scene.broker.recordsOf(work.topic.name).flat().length === 1, 'it to be on its way');
    subscription.unsubscribe();
    await until(() => begun[0]?.context.signal.aborted === true, 'the signal');
  });

  it('cancels the work within two heartbeats when the cancel frame was lost', async () => {
    const { begun } = await scene.worker('inference-0', () => new Subject<Text>().pipe(startWith({ text: 'first' })));
    const chunks: Text[] = [];
    const subscription = scene.ask('long').subscribe((received) => chunks.push(...received));
    await until(() => chunks.length === 1, 'the first chunk');
    scene.broker.loseSends(1);
    subscription.unsubscribe();
    await until(() => begun[0]?.context.signal.aborted === true, 'the signal', 2 * heartbeatIntervalMs + 500);
  });

  it('pauses the work while more than one frame is waiting to be sent', async () => {
    const source = new Subject<Text>();
    const { begun } = await scene.worker('inference-0', () => source);
    const texts: string[] = [];
    scene.ask('much').subscribe((received) => texts.push(...received.map(({ text }) => text)));
    await until(() => source.observed, 'the work to begin');
    const context = begun[0]?.context;
    const text = 'x'.repeat(maxFramesLength / 4);
    for (let count = 0; count < 3; count += 1) source.next({ text });
    expect(context?.paused).toBeUndefined();
    source.next({ text });
    expect(context?.paused).toBeDefined();
    await context?.paused;
    expect(context?.paused).toBeUndefined();
    source.complete();
    await until(() => texts.length === 4, 'all of it');
  });

  it('pauses the work until the caller resumes or unsubscribes', async () => {
    const { begun } = await scene.worker('inference-0', () => new Subject<Text>().pipe(startWith({ text: 'first' })));
    const flow = new WorkFlowControl();
    const options = { call: scene.caller.call, deadlineMs: 10_000, flow };
    const chunks: Text[] = [];
    const subscription = scene.caller.runtime.work
      .request(work, { text: 'long' }, options)
      .subscribe((received) => chunks.push(...received));
    await until(() => chunks.length === 1, 'the first chunk');
    flow.pause();
    await until(() => begun[0]?.context.paused !== undefined, 'the worker to be held up');
    const paused = begun[0]?.context.paused;
    flow.resume();
    await paused;
    expect(begun[0]?.context.paused).toBeUndefined();
    flow.pause();
    await until(() => begun[0]?.context.paused !== undefined, 'the worker to be held up again');
    const pausedAgain = begun[0]?.context.paused;
    subscription.unsubscribe();
    await pausedAgain;
  });

  it('resumes after a timeout when the resume frame was lost', async () => {
    const { begun } = await scene.worker('inference-0', () => new Subject<Text>().pipe(startWith({ text: 'first' })));
    const flow = new WorkFlowControl();
    const options = { call: scene.caller.call, deadlineMs: 10 * maxPauseMs, flow };
    const chunks: Text[] = [];
    scene.caller.runtime.work.request(work, { text: 'long' }, options).subscribe({
      next: (received) => chunks.push(...received),
      error: () => undefined,
    });
    await until(() => chunks.length === 1, 'the first chunk');
    flow.pause();
    await until(() => begun[0]?.context.paused !== undefined, 'the worker to be held up');
    const later = Date.now() + maxPauseMs;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    try {
      await begun[0]?.context.paused;
    } finally {
      clock.mockRestore();
    }
    expect(begun[0]?.context.signal.aborted).toBe(false);
  });

  it('cancels the work of a dead caller, but not of a live one', async () => {
    const { begun } = await scene.worker('inference-0', () => new Subject());
    const dead = lanesProcess(scene.broker, 'gateway', 'gateway-1');
    scene.processes.push(dead);
    await dead.runtime.connected();
    const options = { call: dead.call, deadlineMs: 600_000 };
    const asked = dead.runtime.work.request(work, { text: 'orphan' }, options).subscribe({ error: () => undefined });
    const kept = scene.ask('kept', { deadlineMs: 600_000 }).subscribe();
    await until(() => begun.length === 2, 'the work to begin');
    scene.broker.silence(dead.runtime.replies.name);
    const signalOf = (name: string) => begun.find(({ text }) => text === name)?.context.signal;
    await until(() => signalOf('orphan')?.aborted === true, 'the end of it', callerTimeoutMs + 3_000);
    expect(signalOf('kept')?.aborted).toBe(false);
    asked.unsubscribe();
    kept.unsubscribe();
  });

  it('ends work at its deadline, at both ends', async () => {
    const { begun } = await scene.worker('inference-0', () => new Subject());
    await expect(scene.answer('slow', 300)).rejects.toMatchObject({ code: 'deadline_exceeded', type: 'timeout_error' });
    await until(() => begun[0]?.context.signal.aborted === true, 'the signal');
  });

  it('fails with service_unavailable long before a long deadline when no worker accepts', async () => {
    const options = { call: scene.caller.call, deadlineMs: 600_000, acceptTimeoutMs: 1_500 };
    const answered = lastValueFrom(scene.caller.runtime.work.request(work, { text: 'x' }, options));
    await expect(answered).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('fails with service_unavailable when no worker accepts within the deadline', async () => {
    await expect(scene.answer('nobody', 300)).rejects.toMatchObject({ code: 'service_unavailable', retryAfterS: 2 });
  });

  it('does not run work whose deadline passed in the queue', async () => {
    await expect(scene.answer('too late', 200)).rejects.toMatchObject({ code: 'service_unavailable' });
    const { begun } = await scene.worker('inference-0', letters);
    await scene.answer('in time');
    expect(begun.map(({ text }) => text)).toEqual(['in time']);
  });
});
