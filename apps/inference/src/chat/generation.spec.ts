import { describe, expect, it } from '@jest/globals';
import { AppError } from '@earshot/errors';
import { aChatRequest, aModel, aProject, call, ids } from '../../test/chat-fixtures.js';
import { gate, Scene, turns } from '../../test/generation-scene.js';
import { delta, finish } from '../../test/scripted-answer.js';
import { toTask } from './chat-task.js';
import { Generation } from './generation.js';

const away = () => new AppError({ code: 'service_unavailable', type: 'overloaded_error', message: 'Away.' });

describe('a streamed answer', () => {
  it('sends nothing before its announcement is acknowledged, and its end only after its record', async () => {
    const scene = new Scene();
    const announced = gate();
    const recorded = gate();
    scene.acknowledgeStarted = announced.opened;
    scene.acknowledgeRecorded = recorded.opened;
    const run = scene.run([[delta('Hel')], [delta('lo'), ...finish]]);
    await turns();
    expect(scene.story).toEqual([]);
    announced.open();
    await turns();
    expect(scene.story).toEqual(['started acknowledged', 'chunk']);
    recorded.open();
    await run;
    expect(scene.story.slice(2)).toEqual(['recorded acknowledged', 'settled: stop', 'last chunk']);
  });

  it('calls the provider while the announcement is in flight', async () => {
    const scene = new Scene();
    const announced = gate();
    scene.acknowledgeStarted = announced.opened;
    let chatFields = false;
    async function* answer() {
      generation.taken();
      chatFields = true;
      yield [...finish];
    }
    const request = aChatRequest();
    const task = toTask(request, { project: aProject(), model: aModel(), name: 'shop/small' });
    const generation = new Generation(task, {
      call,
      attempt: 1,
      signal: scene.abort.signal,
      recorder: { started: () => announced.opened, recorded: async () => undefined },
      emit: () => undefined,
    });
    const run = generation.run(answer(), () => undefined);
    expect(chatFields).toBe(true);
    announced.open();
    await run;
  });

  it('names the model first and the usage last, and joins chunks that are ready together', async () => {
    const scene = new Scene();
    await scene.run([[delta('a'), delta('b')], [delta('c')], [delta('d'), ...finish]]);
    expect(scene.chunks).toEqual([
      { model: 'shop/small', choices: [{ index: 0, text: 'ab' }] },
      { choices: [{ index: 0, text: 'c' }] },
      {
        choices: [{ index: 0, text: 'd', finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      },
    ]);
  });

  it('has the log probabilities of its tokens, in chunks that fit the lane', async () => {
    const scene = new Scene();
    const entry = { token: 'a', logprob: -1, top_logprobs: [{ token: 'x'.repeat(1_000), logprob: -1 }] };
    const logprobs = Array.from({ length: 100 }, () => entry);
    await scene.run([[{ type: 'delta', index: 0, text: 'a', logprobs }], [...finish]], { stream: false });
    const pieces = scene.chunks.flatMap(({ choices }) => choices);
    expect(pieces.flatMap((piece) => piece.logprobs ?? [])).toEqual(logprobs);
    expect(pieces.map(({ finish_reason }) => finish_reason).filter(Boolean)).toEqual(['stop']);
    for (const chunk of scene.chunks) expect(JSON.stringify(chunk).length).toBeLessThan(40_000);
  });

  it('ends with `length` when its log probabilities never end', async () => {
    const scene = new Scene();
    const logprobs = Array.from({ length: 9_000 }, () => ({ token: 'x'.repeat(1_000), logprob: -1 }));
    await scene.run([[{ type: 'delta', index: 0, text: 'a', logprobs }], [...finish]]);
    expect(scene.recorded?.completions).toMatchObject([{ text: 'a', finish_reason: 'length' }]);
  });

  it('names parameters that its provider does not support, first and in the record', async () => {
    const scene = new Scene();
    const parameters = { seed: 1, guided_json: {} };
    const model = aModel({ provider: { kind: 'llama', model_file: 'a.gguf' } });
    await scene.run([[delta('a')], [...finish]], { parameters, drop_params: true }, { model });
    expect(scene.chunks[0]).toMatchObject({ model: 'shop/small', dropped_params: ['guided_json'] });
    expect(scene.recorded).toMatchObject({ parameters: { seed: 1 }, dropped_params: ['guided_json'] });
  });

  it('is recorded with its whole request and answer', async () => {
    const scene = new Scene();
    const chatFields = { user: ids.session, labels: { a: 'b' }, tags: ['t'], temperature: 0.5, stop: ['x'] };
    await scene.run([[delta('Hi')], [...finish]], chatFields);
    expect(scene.recorded).toMatchObject({
      response_id: 'chatcmpl-1',
      session_id: ids.session,
      project_id: ids.project,
      model_id: ids.model,
      model: 'shop/small',
      user: ids.session,
      messages: [{ role: 'user', content: 'Hello?' }],
      system_prompt: null,
      completions: [{ completion_id: ids.completion, index: 0, text: 'Hi', finish_reason: 'stop' }],
      parameters: { temperature: 0.5, stop: ['x'] },
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      labels: { a: 'b' },
      tags: ['t'],
      error: null,
    });
    expect(scene.recorded?.prompt_hash).toBe(scene.started?.prompt_hash);
    expect(scene.recorded?.timings.first_token_ms).not.toBeNull();
  });

  it('fails as a whole when its announcement or its record is not acknowledged', async () => {
    for (const part of ['acknowledgeStarted', 'acknowledgeRecorded'] as const) {
      const scene = new Scene();
      const broken = gate();
      scene[part] = broken.opened;
      const run = scene.run([[delta('Hi'), ...finish]], {}, { taken: true });
      broken.break(away());
      await expect(run).rejects.toMatchObject({ code: 'service_unavailable', type: 'overloaded_error' });
      expect(scene.story).not.toContain('last chunk');
    }
  });
});

describe('an unstreamed answer', () => {
  it('is recorded with the arrival time of its request, which all attempts share, and its attempt', async () => {
    const scene = new Scene();
    const received_at_ms = Date.now() - 2_000;
    await scene.run([[delta('Hi')], [...finish]], { received_at_ms }, { attempt: 3 });
    const created_at = new Date(received_at_ms).toISOString();
    expect(scene.started).toMatchObject({ created_at });
    expect(scene.recorded).toMatchObject({ created_at, attempt: 3 });
  });

  it('is sent in one piece once it is recorded, and is not announced', async () => {
    const scene = new Scene();
    await scene.run([[delta('Hel')], [delta('lo')], [...finish]], { stream: false });
    expect(scene.story).toEqual(['recorded acknowledged', 'settled: stop', 'last chunk']);
    expect(scene.chunks).toEqual([
      {
        model: 'shop/small',
        choices: [{ index: 0, text: 'Hello', finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      },
    ]);
  });
});

describe('an incomplete answer', () => {
  it('is recorded as cancelled, with its text so far, when nobody waits any more', async () => {
    const scene = new Scene();
    const run = scene.run([[delta('Hel')], gate().opened, [delta('lo'), ...finish]]);
    await turns();
    scene.abort.abort();
    await expect(run).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(scene.recorded?.completions[0]).toMatchObject({ text: 'Hel', finish_reason: 'cancelled' });
    expect(scene.recorded?.error).toBeNull();
    expect(scene.story).not.toContain('last chunk');
  });

  it('is recorded with the error of its provider before the caller gets the error', async () => {
    const scene = new Scene();
    const refusal = new AppError({ code: 'provider_failed', type: 'upstream_error', message: 'It broke.' });
    await expect(scene.run([[delta('Hel')], refusal])).rejects.toBe(refusal);
    expect(scene.recorded?.completions[0]).toMatchObject({ text: 'Hel', finish_reason: 'error' });
    expect(scene.recorded?.error).toEqual({ code: 'provider_failed', message: 'It broke.' });
    expect(scene.story).toContain('settled: error');
  });

  it.each([true, false])('is not recorded when the queue was full (stream: %s)', async (stream) => {
    const scene = new Scene();
    const full = new AppError({ code: 'queue_full', type: 'overloaded_error', message: 'Full.', retryAfterS: 1 });
    await expect(scene.run([full], { stream })).rejects.toBe(full);
    expect([scene.started, scene.recorded, scene.chunks]).toEqual([undefined, undefined, []]);
    const begun = new Scene();
    await expect(begun.run([[delta('a')], full], { stream })).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(begun.recorded?.error?.code).toBe('queue_full');
  });

  it('is recorded when it was announced before the queue was full', async () => {
    const scene = new Scene();
    const full = new AppError({ code: 'queue_full', type: 'overloaded_error', message: 'Full.', retryAfterS: 1 });
    await expect(scene.run([full], {}, { taken: true })).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(scene.started?.completion_ids).toEqual([ids.completion]);
    expect(scene.recorded).toMatchObject({ completions: [{ finish_reason: 'error' }], error: { code: 'queue_full' } });
  });

  it('reveals nothing of an internal error in the record', async () => {
    const scene = new Scene();
    await expect(scene.run([new TypeError('x is undefined')])).rejects.toThrow(TypeError);
    expect(scene.recorded?.error?.code).toBe('internal_error');
    expect(JSON.stringify(scene.recorded)).not.toContain('undefined');
  });

  it('is no success when the provider stops without an end', async () => {
    const scene = new Scene();
    await expect(scene.run([[delta('Hel')]])).rejects.toThrow();
    expect(scene.recorded?.completions[0]?.finish_reason).toBe('error');
  });
});

it('sends a long end in pieces that fit the lanes, none split inside a code point', async () => {
  const scene = new Scene();
  const text = 'x' + '😀'.repeat(100_000);
  await scene.run([[delta(text), ...finish]], { stream: false, store: false });
  const streamedTexts = scene.chunks.map(({ choices }) => choices[0]?.text ?? '');
  expect(streamedTexts.join('')).toBe(text);
  for (const piece of streamedTexts) {
    expect(JSON.stringify(piece).length).toBeLessThan(256 * 1024);
    expect(piece).not.toMatch(/\p{Surrogate}/u);
  }
  expect(scene.chunks.filter(({ choices }) => choices[0]?.finish_reason)).toEqual(scene.chunks.slice(-1));
});

it('is not recorded with store: false', async () => {
  for (const stream of [true, false]) {
    const scene = new Scene();
    await scene.run([[delta('Hi')], [...finish]], { stream, store: false });
    expect(scene.started).toBeUndefined();
    expect(scene.recorded).toBeUndefined();
    expect(scene.story.at(-1)).toBe('last chunk');
  }
});

it('ends an endless answer with length, and sends what it records', async () => {
  const scene = new Scene();
  await scene.run([[delta('a')], [delta('\n'.repeat(3 * 1024 * 1024))], [delta('never asked for')]]);
  const streamedTexts = scene.chunks.map(({ choices }) => choices[0]?.text).join('');
  expect(scene.recorded?.completions[0]).toMatchObject({ finish_reason: 'length', text: streamedTexts });
  expect(scene.chunks.at(-1)?.choices[0]?.finish_reason).toBe('length');
  expect(Buffer.byteLength(JSON.stringify(streamedTexts))).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(streamedTexts.length).toBeGreaterThan(500_000);
});
