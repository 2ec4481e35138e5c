import { describe, expect, it } from '@jest/globals';
import { AppError } from '@earshot/errors';
import { gate, Scene, turns } from '../../test/generation-scene.js';
import { delta, end, usage, type Step } from '../../test/scripted-answer.js';

describe('an answer of several choices', () => {
  const completion_ids = [1, 2, 3].map((n) => `0197a000-0000-7000-8000-00000000000${n}`);

  it('is streamed as its choices arrive, each with its own end; only the last end waits for the record', async () => {
    const scene = new Scene();
    const recorded = gate();
    scene.acknowledgeRecorded = recorded.opened;
    const steps = [
      [delta('b', 1), delta('a', 0)],
      [delta('A', 0), end(0)],
      [delta('c', 2), end(2)],
      [delta('B', 1), usage, end(1)],
    ];
    const run = scene.run(steps, { completion_ids });
    await turns();
    expect(scene.chunks).toEqual([
      {
        model: 'shop/small',
        choices: [
          { index: 0, text: 'a' },
          { index: 1, text: 'b' },
        ],
      },
      { choices: [{ index: 0, text: 'A', finish_reason: 'stop' }] },
      { choices: [{ index: 2, text: 'c', finish_reason: 'stop' }] },
    ]);
    recorded.open();
    await run;
    expect(scene.chunks.slice(3)).toEqual([
      {
        choices: [{ index: 1, text: 'B', finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      },
    ]);
  });

  it('is recorded with all of them, each under its own id', async () => {
    const scene = new Scene();
    const steps = [
      [delta('b', 1), delta('a', 0), end(1), usage],
      [end(0), { ...end(2), finishReason: 'length' }],
    ];
    await scene.run(steps as Step[], { completion_ids, stream: false });
    expect(scene.recorded?.completions).toEqual([
      { completion_id: completion_ids[0], index: 0, text: 'a', finish_reason: 'stop' },
      { completion_id: completion_ids[1], index: 1, text: 'b', finish_reason: 'stop' },
      { completion_id: completion_ids[2], index: 2, text: '', finish_reason: 'length' },
    ]);
    expect(scene.chunks).toHaveLength(1);
  });

  it('that is interrupted keeps the ends of its finished choices on record', async () => {
    const refusal = new AppError({ code: 'provider_failed', type: 'upstream_error', message: 'It broke.' });
    const begun: Step = [delta('a', 0), end(0), delta('b', 1)];
    const broken = new Scene();
    await expect(broken.run([begun, refusal], { completion_ids })).rejects.toBe(refusal);
    expect(broken.recorded?.completions.map((one) => one.finish_reason)).toEqual(['stop', 'error', 'error']);

    const left = new Scene();
    const run = left.run([begun, gate().opened], { completion_ids });
    await turns();
    left.abort.abort();
    await expect(run).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(left.recorded?.completions.map((one) => one.finish_reason)).toEqual(['stop', 'cancelled', 'cancelled']);
  });

  it('never has a choice that was not requested', async () => {
    const scene = new Scene();
    await expect(scene.run([[delta('x', 3)]], { completion_ids })).rejects.toThrow('choice 3');
  });

  it('continues with the other choices when one does not end by itself', async () => {
    const scene = new Scene();
    const flood = delta('\n'.repeat(3 * 1024 * 1024), 0);
    await scene.run([[flood], [delta('more', 0), delta('x', 1)], [end(0), end(1), end(2), usage]], { completion_ids });
    expect(scene.recorded?.completions.map((one) => one.finish_reason)).toEqual(['length', 'stop', 'stop']);
    expect(scene.recorded?.completions[1]?.text).toBe('x');
    expect(scene.recorded?.usage.total_tokens).toBe(5);
    expect(Buffer.byteLength(JSON.stringify(scene.recorded?.completions))).toBeLessThan(4.1 * 1024 * 1024);
  });
});

describe('an answer without choices', () => {
  it('has the usage of its prompt, and is neither announced nor recorded', async () => {
    const scene = new Scene();
    await scene.run([[usage]], { completion_ids: [] });
    expect([scene.started, scene.recorded]).toEqual([undefined, undefined]);
    expect(scene.chunks).toEqual([
      {
        model: 'shop/small',
        choices: [],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      },
    ]);
  });
});
