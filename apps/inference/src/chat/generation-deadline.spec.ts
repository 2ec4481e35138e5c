import { describe, expect, it } from '@jest/globals';
import { gate, Scene, turns } from '../../test/generation-scene.js';
import { delta, finish } from '../../test/scripted-answer.js';

describe('an answer whose first token has a deadline', () => {
  const late = { code: 'ttft_exceeded', type: 'timeout_error' };

  it.each([true, false])('is aborted at the deadline, and recorded as an error (stream: %s)', async (stream) => {
    const scene = new Scene();
    const never = gate().opened;
    await expect(scene.run([never], { stream, max_ttft_ms: 20, received_at_ms: Date.now() })).rejects.toMatchObject(
      late,
    );
    expect(scene.recorded?.completions[0]).toMatchObject({ text: '', finish_reason: 'error' });
    expect(scene.recorded?.error?.code).toBe('ttft_exceeded');
    expect(scene.chunks).toEqual([]);
  });

  it('is not started when the deadline passed in the queue', async () => {
    const scene = new Scene();
    const answer = scene.run([[delta('x'), ...finish]], { max_ttft_ms: 20, received_at_ms: Date.now() - 21 });
    await expect(answer).rejects.toMatchObject(late);
    expect(scene.recorded?.completions[0]).toMatchObject({ text: '', finish_reason: 'error' });
  });

  it('may take its time once it has started; the caller of a whole answer is notified of the start', async () => {
    const scene = new Scene();
    const [received_at_ms, max_ttft_ms] = [Date.now(), 5_000];
    const rest = gate();
    const run = scene.run([[delta('x')], rest.opened, [...finish]], { stream: false, max_ttft_ms, received_at_ms });
    await turns();
    expect(scene.chunks).toEqual([{ model: 'shop/small', choices: [] }]);
    rest.open();
    await run;
    expect(scene.chunks[1]?.choices).toEqual([{ index: 0, text: 'x', finish_reason: 'stop' }]);
  });

  it('is cancelled as usual when its caller disconnects before the deadline', async () => {
    const scene = new Scene();
    const run = scene.run([gate().opened], { max_ttft_ms: 60_000, received_at_ms: Date.now() });
    await turns();
    scene.abort.abort();
    await expect(run).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(scene.recorded?.completions[0]?.finish_reason).toBe('cancelled');
  });
});
