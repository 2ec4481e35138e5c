import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { conflict } from '@earshot/errors';
import { lastValueFrom, map, of, Subject, timer } from 'rxjs';
import { testContracts } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { letters, type Text, WorkScene } from '../../test/work-scene.js';

const { work } = testContracts('work');

describe('work lane: answers', () => {
  let scene: WorkScene;

  beforeEach(async () => {
    scene = await WorkScene.begin(work);
  });

  afterEach(() => scene.end());

  it('gives the handler the call, the deadline and what the caller has observed', async () => {
    const { begun } = await scene.worker('inference-0', letters);
    const options = { call: scene.caller.call, deadlineMs: 10_000, observed: { 'models.state': 7 } };
    await lastValueFrom(scene.caller.runtime.work.request(work, { text: 'x' }, options));
    expect(begun[0]?.context).toMatchObject({ attempt: 1, call: scene.caller.call, observed: { 'models.state': 7 } });
  });

  it('delivers acceptance, chunks and end in one record when they are ready together', async () => {
    await scene.worker('inference-0', letters);
    await scene.answer('earshot');
    expect(scene.replies()).toHaveLength(1);
  });

  it('acknowledges a fast answer with its first chunk and a slow one with a frame', async () => {
    const slow = new Subject<Text>();
    await scene.worker('inference-0', ({ text }) => (text === 'soon' ? timer(5).pipe(map(() => ({ text }))) : slow));
    await scene.answer('soon');
    expect(scene.replies()).toHaveLength(1);
    const answered = scene.answer('slow');
    await until(() => scene.replies().length === 2, 'the acceptance');
    expect(scene.replies()[1]).not.toContain('"chunks"');
    slow.complete();
    await answered;
  });

  it('passes an expected error on and hides an unexpected one', async () => {
    await scene.worker('inference-0', ({ text }) => {
      throw text === 'known' ? conflict('taken', 'Taken.') : new Error('password=hunter2');
    });
    await expect(scene.answer('known')).rejects.toMatchObject({ code: 'taken' });
    const hidden = await scene.answer('unknown').catch((error: Error) => error);
    expect(hidden).toMatchObject({ code: 'internal_error' });
    expect(String((hidden as Error).message)).not.toContain('hunter2');
  });

  it('fails only the request whose chunk is no JSON', async () => {
    await scene.worker('inference-0', ({ text }) => of({ text: text === 'bad' ? (10n as unknown as string) : text }));
    await expect(scene.answer('bad')).rejects.toMatchObject({ code: 'internal_error' });
    expect(await scene.answer('good')).toBe('good');
  });

  it('rejects a request that violates its contract and continues', async () => {
    const { begun } = await scene.worker('inference-0', letters);
    await expect(scene.answer(5 as unknown as string)).rejects.toMatchObject({ code: 'invalid_message' });
    expect(await scene.answer('fine')).toBe('fine');
    expect(begun).toHaveLength(1);
  });

  it('rejects a request that is too large for a record', async () => {
    await scene.worker('inference-0', letters);
    await expect(scene.answer('x'.repeat(1_100_000))).rejects.toMatchObject({ code: 'record_too_large' });
  });

  it('splits an answer that is larger than a record', async () => {
    const piece = 'y'.repeat(100_000);
    await scene.worker('inference-0', () => of(...Array.from({ length: 30 }, () => ({ text: piece }))));
    expect(await scene.answer('big')).toHaveLength(3_000_000);
  });
});
