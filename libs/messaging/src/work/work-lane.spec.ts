import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { conflict } from '@earshot/errors';
import { lastValueFrom, map, Observable, of, startWith, Subject, timer, toArray } from 'rxjs';
import { eventually, testContracts } from '../../test/lanes-app.js';
import { lanesProcess, type LanesProcess } from '../../test/lanes-process.js';
import { MemoryBroker } from '../broker/memory/memory-broker.js';
import { maxHeldMs } from './work-constants.js';
import type { WorkContext } from './work-context.js';
import { WorkFlow } from './work-flow.js';
import type { WorkFunction } from './work-server.js';

type Text = { text: string };
const contracts = testContracts('work');
const { work } = contracts;

describe('work lane', () => {
  let broker: MemoryBroker;
  let caller: LanesProcess;
  let processes: LanesProcess[];

  beforeEach(async () => {
    broker = new MemoryBroker();
    await broker.admin.ensureTopics([work.topic]);
    caller = lanesProcess(broker, 'gateway', 'gateway-0');
    processes = [caller];
    await caller.runtime.connected();
  });

  afterEach(async () => {
    if (broker.isAway) broker.comeBack();
    for (const { runtime } of processes) await runtime.close();
  });

  async function worker(name: string, handle: (request: Text, context: WorkContext) => Observable<Text>) {
    const process = lanesProcess(broker, 'inference', name);
    processes.push(process);
    const begun: { text: string; context: WorkContext }[] = [];
    const traced: WorkFunction = async (request, context) => {
      begun.push({ text: (request as Text).text, context });
      return handle(request as Text, context);
    };
    await process.serve({ work: [{ contract: work, handle: traced }] });
    return { begun, process };
  }

  const ask = (text: string, deadlineMs = 10_000): Observable<Text[]> =>
    caller.runtime.work.request(work, { text }, { call: caller.call, deadlineMs });
  const answer = async (text: string, deadlineMs?: number): Promise<string> =>
    (await lastValueFrom(ask(text, deadlineMs).pipe(toArray())))
      .flat()
      .map((chunk) => chunk.text)
      .join('');
  const replies = (): string[] =>
    (broker.recordsOf(caller.runtime.inbox.name)[0] ?? [])
      .map(({ value }) => String(value))
      .filter((text) => text.includes('"reply"'));
  const letters = ({ text }: Text): Observable<Text> => of(...text.split('').map((letter) => ({ text: letter })));

  it('gives the handler the call, the deadline and what the caller has observed', async () => {
    const { begun } = await worker('inference-0', letters);
    const options = { call: caller.call, deadlineMs: 10_000, observed: { 'models.state': 7 } };
    await lastValueFrom(caller.runtime.work.request(work, { text: 'x' }, options));
    expect(begun[0]?.context).toMatchObject({ attempt: 1, call: caller.call, observed: { 'models.state': 7 } });
  });

  it('brings acceptance, chunks and end that are ready together in one record', async () => {
    await worker('inference-0', letters);
    await answer('earshot');
    expect(replies()).toHaveLength(1);
  });

  it('says that it accepted by the way where the answer comes soon, and by itself where it takes its time', async () => {
    const slow = new Subject<Text>();
    await worker('inference-0', ({ text }) => (text === 'soon' ? timer(5).pipe(map(() => ({ text }))) : slow));
    await answer('soon');
    expect(replies()).toHaveLength(1);
    const answered = answer('slow');
    await eventually(() => replies().length === 2, 'the acceptance');
    expect(replies()[1]).not.toContain('"chunks"');
    slow.complete();
    await answered;
  });

  it('refuses with what the handler refused with, and hides what it did not expect', async () => {
    await worker('inference-0', ({ text }) => {
      throw text === 'known' ? conflict('taken', 'Taken.') : new Error('password=hunter2');
    });
    await expect(answer('known')).rejects.toMatchObject({ code: 'taken' });
    const hidden = await answer('unknown').catch((error: Error) => error);
    expect(hidden).toMatchObject({ code: 'internal_error' });
    expect(String((hidden as Error).message)).not.toContain('hunter2');
  });

  it('fails the work alone whose chunk is no JSON, and goes on', async () => {
    await worker('inference-0', ({ text }) => of({ text: text === 'bad' ? (10n as unknown as string) : text }));
    await expect(answer('bad')).rejects.toMatchObject({ code: 'internal_error' });
    expect(await answer('good')).toBe('good');
  });

  it('cancels the work when the caller unsubscribes', async () => {
    const { begun } = await worker('inference-0', () => new Subject());
    const subscription = ask('long').subscribe();
    await eventually(() => begun.length === 1, 'the work to begin');
    subscription.unsubscribe();
    await eventually(() => begun[0]?.context.signal.aborted === true, 'the signal');
  });

  it('cancels work that is accepted only after the caller has left', async () => {
    broker.delayMs = 100;
    const { begun } = await worker('inference-0', () => new Subject());
    const subscription = ask('late').subscribe();
    await new Promise((resolve) => setTimeout(resolve, 20));
    subscription.unsubscribe();
    await eventually(() => begun[0]?.context.signal.aborted === true, 'the signal');
  });

  it('is held up by a caller that can take no more, until it can or leaves', async () => {
    const { begun } = await worker('inference-0', () => new Subject<Text>().pipe(startWith({ text: 'first' })));
    const flow = new WorkFlow();
    const options = { call: caller.call, deadlineMs: 10_000, flow };
    const chunks: Text[] = [];
    const subscription = caller.runtime.work
      .request(work, { text: 'long' }, options)
      .subscribe((some) => chunks.push(...some));
    await eventually(() => chunks.length === 1, 'the first chunk');
    flow.hold();
    await eventually(() => begun[0]?.context.held !== undefined, 'the worker to be held up');
    const held = begun[0]?.context.held;
    flow.release();
    await held;
    expect(begun[0]?.context.held).toBeUndefined();
    flow.hold();
    await eventually(() => begun[0]?.context.held !== undefined, 'the worker to be held up again');
    const heldAgain = begun[0]?.context.held;
    subscription.unsubscribe();
    await heldAgain;
  });

  it('goes on after a while where the word that it may was lost', async () => {
    const { begun } = await worker('inference-0', () => new Subject<Text>().pipe(startWith({ text: 'first' })));
    const flow = new WorkFlow();
    const options = { call: caller.call, deadlineMs: 10 * maxHeldMs, flow };
    const chunks: Text[] = [];
    caller.runtime.work.request(work, { text: 'long' }, options).subscribe({
      next: (some) => chunks.push(...some),
      error: () => undefined,
    });
    await eventually(() => chunks.length === 1, 'the first chunk');
    flow.hold();
    await eventually(() => begun[0]?.context.held !== undefined, 'the worker to be held up');
    const later = Date.now() + maxHeldMs;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    try {
      await begun[0]?.context.held;
    } finally {
      clock.mockRestore();
    }
    expect(begun[0]?.context.signal.aborted).toBe(false);
  });

  it('ends work at its deadline, at both ends', async () => {
    const { begun } = await worker('inference-0', () => new Subject());
    await expect(answer('slow', 300)).rejects.toMatchObject({ code: 'deadline_exceeded', type: 'timeout_error' });
    await eventually(() => begun[0]?.context.signal.aborted === true, 'the signal');
  });

  it('says service_unavailable long before a long deadline when nobody accepts at all', async () => {
    const options = { call: caller.call, deadlineMs: 600_000, acceptWithinMs: 1_500 };
    const answered = lastValueFrom(caller.runtime.work.request(work, { text: 'x' }, options));
    await expect(answered).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('says service_unavailable when nobody accepts within the deadline', async () => {
    await expect(answer('nobody', 300)).rejects.toMatchObject({ code: 'service_unavailable', retryAfterS: 2 });
  });

  it('does not run what was waiting past its deadline', async () => {
    await expect(answer('too late', 200)).rejects.toMatchObject({ code: 'service_unavailable' });
    const { begun } = await worker('inference-0', letters);
    await answer('in time');
    expect(begun.map(({ text }) => text)).toEqual(['in time']);
  });

  it('sends to another worker what a dead one had, as long as the caller has seen nothing', async () => {
    const first = await worker('inference-0', () => new Subject());
    const answered = answer('precious');
    await eventually(() => first.begun.length === 1, 'the first worker to begin');
    const second = await worker('inference-1', letters);
    await kill(first.process);
    expect(await answered).toBe('precious');
    expect(second.begun[0]?.context.attempt).toBe(2);
  });

  it('ends a begun stream with worker_lost when its worker dies', async () => {
    const first = await worker('inference-0', () => new Observable((to) => to.next({ text: 'half' })));
    const seen: string[] = [];
    const ended = new Promise((resolve) =>
      ask('stream').subscribe({ next: (chunks) => seen.push(...chunks.map(({ text }) => text)), error: resolve }),
    );
    await eventually(() => seen.length === 1, 'the first chunk');
    await kill(first.process);
    expect(await ended).toMatchObject({ code: 'worker_lost', type: 'overloaded_error' });
    expect(seen).toEqual(['half']);
  });

  it('keeps a long silence of a living worker apart from its death', async () => {
    const { begun } = await worker('inference-0', () => {
      return new Observable((to) => void setTimeout(() => (to.next({ text: 'done' }), to.complete()), 3_600));
    });
    expect(await answer('think')).toBe('done');
    expect(begun).toHaveLength(1);
  });

  it('fills gaps: chunks that got lost on the way are sent again', async () => {
    const chunks = new Subject<Text>();
    const { begun } = await worker('inference-0', () => chunks);
    const answered = answer('gap');
    await eventually(() => begun.length === 1, 'the work to begin');
    await quiet();
    broker.loseSends(1);
    chunks.next({ text: 'a' });
    await quiet();
    chunks.next({ text: 'b' });
    chunks.complete();
    expect(await answered).toBe('ab');
  });

  it('fills a gap at the very end, where nothing comes after it', async () => {
    const chunks = new Subject<Text>();
    const { begun } = await worker('inference-0', () => chunks);
    const answered = answer('end');
    await eventually(() => begun.length === 1, 'the work to begin');
    await quiet();
    broker.loseSends(1);
    chunks.next({ text: 'all' });
    chunks.complete();
    expect(await answered).toBe('all');
  });

  it('runs nothing twice that is delivered twice', async () => {
    const { begun } = await worker('inference-0', letters);
    await answer('once');
    broker.deliverAgain(`inference.${work.topic.name}`);
    await answer('again');
    expect(begun.map(({ text }) => text)).toEqual(['once', 'again']);
  });

  it('runs nothing twice when workers join and leave', async () => {
    const runs = new Map<string, number>();
    const handle = ({ text }: Text): Observable<Text> => {
      runs.set(text, (runs.get(text) ?? 0) + 1);
      return of({ text });
    };
    await worker('inference-0', handle);
    const texts = Array.from({ length: 300 }, (_, index) => `r${index}`);
    const answers: Promise<string>[] = [];
    for (const [index, text] of texts.entries()) {
      answers.push(answer(text));
      if (index === 100) void worker('inference-1', handle);
      if (index === 200) void processes.at(-1)?.runtime.drain();
      if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(await Promise.all(answers)).toEqual(texts);
    expect([...runs.values()].filter((count) => count > 1)).toEqual([]);
  });

  it('survives a broker that goes away and comes back within the deadline', async () => {
    await worker('inference-0', letters);
    broker.goAway();
    const answered = answer('patience');
    await new Promise((resolve) => setTimeout(resolve, 300));
    broker.comeBack();
    expect(await answered).toBe('patience');
  });

  it('runs on one worker only what could not be sent for a while', async () => {
    const first = await worker('inference-0', letters);
    const second = await worker('inference-1', letters);
    broker.goAway();
    const answers = ['a', 'b', 'c', 'd'].map((text) => answer(text));
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    broker.comeBack();
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
    expect([...first.begun, ...second.begun].map(({ text }) => text).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses what does not fit its contract, and goes on', async () => {
    const { begun } = await worker('inference-0', letters);
    await expect(answer(5 as unknown as string)).rejects.toMatchObject({ code: 'invalid_message' });
    expect(await answer('fine')).toBe('fine');
    expect(begun).toHaveLength(1);
  });

  it('refuses what is too large for a record', async () => {
    await worker('inference-0', letters);
    await expect(answer('x'.repeat(1_100_000))).rejects.toMatchObject({ code: 'record_too_large' });
  });

  it('brings an answer larger than a record in several', async () => {
    const piece = 'y'.repeat(100_000);
    await worker('inference-0', () => of(...Array.from({ length: 30 }, () => ({ text: piece }))));
    expect(await answer('big')).toHaveLength(3_000_000);
  });

  it('stops taking work when it stops, and finishes what runs', async () => {
    const chunks = new Subject<Text>();
    const { begun, process } = await worker('inference-0', () => chunks);
    const answered = answer('last');
    await eventually(() => begun.length === 1, 'the work to begin');
    const drained = process.runtime.drain();
    await quiet();
    chunks.next({ text: 'bye' });
    chunks.complete();
    await drained;
    expect(await answered).toBe('bye');
  });

  /** Everything on its way has arrived. */
  async function quiet(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  /** As kill -9 would: out of its groups without a word, and nothing it says is heard. */
  async function kill(process: LanesProcess): Promise<void> {
    broker.killMember(`inference.${work.topic.name}`, 0);
    broker.silence(process.runtime.inbox.name);
    await quiet();
  }
});
