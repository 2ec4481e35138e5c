import { describe, expect, it } from '@jest/globals';
import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import type { InteractionRecorded, InteractionStarted } from '@earshot/contracts-interactions';
import { AppError } from '@earshot/errors';
import { aChatRequest, aModel, aProject, call, ids } from '../../test/chat-fixtures.js';
import { delta, end, finish, scriptedAnswer, usage, type Step } from '../../test/scripted-answer.js';
import type { ChatOutcome } from './chat-outcome.js';
import { toTask } from './chat-task.js';
import { FirstTokenDeadline } from './first-token-deadline.js';
import { Generation } from './generation.js';
import { RecordBudget } from './record-budget.js';

/** A log that acknowledges when it is told to; everything that happens around it is in `story`, in order. */
class Scene {
  readonly story: string[] = [];
  readonly chunks: ChatChunk[] = [];
  started: InteractionStarted | undefined;
  recorded: InteractionRecorded | undefined;
  readonly abort = new AbortController();
  acknowledgeStarted: Promise<void> = Promise.resolve();
  acknowledgeRecorded: Promise<void> = Promise.resolve();

  async run(steps: readonly Step[], changes: Partial<ChatRequest> = {}): Promise<void> {
    const request = aChatRequest(changes);
    const task = toTask(request, { project: aProject(), model: aModel(), name: 'shop/small' });
    const deadline = FirstTokenDeadline.of(request, this.abort.signal);
    const signal = deadline?.signal ?? this.abort.signal;
    const generation = new Generation(task, {
      call,
      signal,
      deadline,
      budget: new RecordBudget(request, null),
      recorder: {
        started: async (event) => {
          this.started = event;
          await this.acknowledgeStarted;
          this.story.push('started acknowledged');
        },
        recorded: async (event) => {
          this.recorded = event;
          await this.acknowledgeRecorded;
          this.story.push('recorded acknowledged');
        },
      },
      emit: (chunk) => {
        this.chunks.push(chunk);
        this.story.push(chunk.usage ? 'last chunk' : 'chunk');
      },
    });
    const settled = ({ finishReason }: ChatOutcome) => void this.story.push(`settled: ${finishReason}`);
    await generation.run(scriptedAnswer(steps, signal), settled).finally(() => deadline?.clear());
  }
}

/** A promise and the way to settle it. */
function gate(): { opened: Promise<void>; open: () => void; break: (error: Error) => void } {
  let open!: () => void;
  let fail!: (error: Error) => void;
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, break: fail };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));
const away = () => new AppError({ code: 'service_unavailable', type: 'overloaded_error', message: 'Away.' });

describe('a streamed answer', () => {
  it('says nothing before its announcement is acknowledged, and its end only after its record is', async () => {
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

  it('asks the provider while the announcement is still on its way', async () => {
    const scene = new Scene();
    const announced = gate();
    scene.acknowledgeStarted = announced.opened;
    let asked = false;
    async function* answer() {
      asked = true;
      yield [...finish];
    }
    const request = aChatRequest();
    const task = toTask(request, { project: aProject(), model: aModel(), name: 'shop/small' });
    const run = new Generation(task, {
      call,
      signal: scene.abort.signal,
      budget: new RecordBudget(request, null),
      recorder: { started: () => announced.opened, recorded: async () => undefined },
      emit: () => undefined,
    }).run(answer(), () => undefined);
    expect(asked).toBe(true);
    announced.open();
    await run;
  });

  it('names the model first and the usage last, and joins what is ready together', async () => {
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

  it('is recorded with everything that was asked and said', async () => {
    const scene = new Scene();
    const asked = { user: ids.session, labels: { a: 'b' }, tags: ['t'], temperature: 0.5, stop: ['x'] };
    await scene.run([[delta('Hi')], [...finish]], asked);
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

  it('is refused, not half given, when the log does not take its announcement or its record', async () => {
    for (const part of ['acknowledgeStarted', 'acknowledgeRecorded'] as const) {
      const scene = new Scene();
      const broken = gate();
      scene[part] = broken.opened;
      const run = scene.run([[delta('Hi'), ...finish]]);
      broken.break(away());
      await expect(run).rejects.toMatchObject({ code: 'service_unavailable', type: 'overloaded_error' });
      expect(scene.story).not.toContain('last chunk');
    }
  });
});

describe('an answer that is wanted whole', () => {
  it('comes in one piece once it is recorded, and is not announced', async () => {
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

describe('an answer that does not come to its end', () => {
  it('is recorded as cancelled, with what there was, when nobody waits any more', async () => {
    const scene = new Scene();
    const run = scene.run([[delta('Hel')], gate().opened, [delta('lo'), ...finish]]);
    await turns();
    scene.abort.abort();
    await expect(run).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(scene.recorded?.completions[0]).toMatchObject({ text: 'Hel', finish_reason: 'cancelled' });
    expect(scene.recorded?.error).toBeNull();
    expect(scene.story).not.toContain('last chunk');
  });

  it('is recorded with the error of its provider before the caller gets that', async () => {
    const scene = new Scene();
    const refusal = new AppError({ code: 'provider_failed', type: 'upstream_error', message: 'It broke.' });
    await expect(scene.run([[delta('Hel')], refusal])).rejects.toBe(refusal);
    expect(scene.recorded?.completions[0]).toMatchObject({ text: 'Hel', finish_reason: 'error' });
    expect(scene.recorded?.error).toEqual({ code: 'provider_failed', message: 'It broke.' });
    expect(scene.story).toContain('settled: error');
  });

  it('gives nothing of a fault away to the record', async () => {
    const scene = new Scene();
    await expect(scene.run([new TypeError('x is undefined')])).rejects.toThrow(TypeError);
    expect(scene.recorded?.error?.code).toBe('internal_error');
    expect(JSON.stringify(scene.recorded)).not.toContain('undefined');
  });

  it('is no success when the provider just stops', async () => {
    const scene = new Scene();
    await expect(scene.run([[delta('Hel')]])).rejects.toThrow();
    expect(scene.recorded?.completions[0]?.finish_reason).toBe('error');
  });
});

describe('an answer of several choices', () => {
  const completion_ids = [1, 2, 3].map((n) => `0197a000-0000-7000-8000-00000000000${n}`);

  it('is streamed as its choices come, each with an end of its own; only the last end waits for the record', async () => {
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

  it('that breaks off keeps on record how those ended that had ended', async () => {
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

  it('never has a choice that was not asked for', async () => {
    const scene = new Scene();
    await expect(scene.run([[delta('x', 3)]], { completion_ids })).rejects.toThrow('choice 3');
  });

  it('goes on with the others where one fills the record', async () => {
    const scene = new Scene();
    const flood = delta('\n'.repeat(1024 * 1024), 0);
    await scene.run([[flood], [delta('more', 0), delta('x', 1)], [end(0), end(1), end(2), usage]], { completion_ids });
    expect(scene.recorded?.completions.map((one) => one.finish_reason)).toEqual(['length', 'stop', 'stop']);
    expect(scene.recorded?.completions[1]?.text).toBe('x');
    expect(scene.recorded?.usage.total_tokens).toBe(5);
    expect(Buffer.byteLength(JSON.stringify(scene.recorded))).toBeLessThan(1_000_000);
  });
});

describe('an answer without choices', () => {
  it('says what its prompt took, and is neither announced nor recorded: nothing was completed', async () => {
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

describe('an answer whose first token has a deadline', () => {
  const late = { code: 'ttft_exceeded', type: 'timeout_error' };

  it.each([true, false])('is given up when that passes, and recorded as an error (stream: %s)', async (stream) => {
    const scene = new Scene();
    const never = gate().opened;
    await expect(scene.run([never], { stream, max_ttft_ms: 20, received_at_ms: Date.now() })).rejects.toMatchObject(
      late,
    );
    expect(scene.recorded?.completions[0]).toMatchObject({ text: '', finish_reason: 'error' });
    expect(scene.recorded?.error?.code).toBe('ttft_exceeded');
    expect(scene.chunks).toEqual([]);
  });

  it('is not begun where it passed while the request waited', async () => {
    const scene = new Scene();
    const answer = scene.run([[delta('x'), ...finish]], { max_ttft_ms: 20, received_at_ms: Date.now() - 21 });
    await expect(answer).rejects.toMatchObject(late);
    expect(scene.recorded?.completions[0]).toMatchObject({ text: '', finish_reason: 'error' });
  });

  it('may take its time once it has begun; whoever wants it whole is told that it has', async () => {
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

  it('is cancelled like any other when its caller leaves before that', async () => {
    const scene = new Scene();
    const run = scene.run([gate().opened], { max_ttft_ms: 60_000, received_at_ms: Date.now() });
    await turns();
    scene.abort.abort();
    await expect(run).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(scene.recorded?.completions[0]?.finish_reason).toBe('cancelled');
  });
});

it('says a long end in pieces that the lanes take, none of them inside a code point', async () => {
  const scene = new Scene();
  const text = 'x' + '😀'.repeat(100_000);
  await scene.run([[delta(text), ...finish]], { stream: false, store: false });
  const said = scene.chunks.map(({ choices }) => choices[0]?.text ?? '');
  expect(said.join('')).toBe(text);
  for (const piece of said) {
    expect(JSON.stringify(piece).length).toBeLessThan(256 * 1024);
    expect(piece).not.toMatch(/\p{Surrogate}/u);
  }
  expect(scene.chunks.filter(({ choices }) => choices[0]?.finish_reason)).toEqual(scene.chunks.slice(-1));
});

it('records nothing of a request with store false', async () => {
  for (const stream of [true, false]) {
    const scene = new Scene();
    await scene.run([[delta('Hi')], [...finish]], { stream, store: false });
    expect(scene.started).toBeUndefined();
    expect(scene.recorded).toBeUndefined();
    expect(scene.story.at(-1)).toBe('last chunk');
  }
});

it('ends an answer with length where the record is full, and says what it records', async () => {
  const scene = new Scene();
  await scene.run([[delta('a')], [delta('\n'.repeat(1024 * 1024))], [delta('never asked for')]]);
  const said = scene.chunks.map(({ choices }) => choices[0]?.text).join('');
  expect(scene.recorded?.completions[0]).toMatchObject({ finish_reason: 'length', text: said });
  expect(scene.chunks.at(-1)?.choices[0]?.finish_reason).toBe('length');
  expect(Buffer.byteLength(JSON.stringify(scene.recorded))).toBeLessThan(1_000_000);
  expect(said.length).toBeGreaterThan(100_000);
});
