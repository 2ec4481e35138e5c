import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { collect, finishOf, answerTextOf } from '../../../test/providers/collect.js';
import { countsOf } from '../../../test/providers/llama-counts.js';
import { LlamaSetup } from '../../../test/providers/llama-setup.js';

// Starting an engine and loading models takes seconds where other suites keep the cores busy.
jest.setTimeout(60_000);

let setup: LlamaSetup;

beforeAll(() => {
  setup = new LlamaSetup();
});

afterEach(() => setup.reset());
afterAll(() => setup.stop());

const chat: LlamaSetup['chat'] = (...args) => setup.chat(...args);

describe('answers side by side', () => {
  it.each([2, 3, 4])('are computed in the same batches: %i of them take as many as one', async (answers) => {
    setup.use({ sequences: 4 });
    const maxTokens = 100;
    await collect(chat('endless.gguf', { parameters: { max_tokens: 1 } }));
    const counts = await countsOf(() =>
      Promise.all(
        Array.from({ length: answers }, () => collect(chat('endless.gguf', { parameters: { max_tokens: maxTokens } }))),
      ),
    );
    // Two more at most: for the prompts, and for whoever came a moment after the first.
    expect(counts.batches).toBeLessThanOrEqual(maxTokens + 2);
    expect(counts.batchAnswers).toBeGreaterThanOrEqual(answers * maxTokens);
  });

  it('take in a new one without waiting for an end, and share their batches with it from then on', async () => {
    setup.use({ sequences: 2 });
    const controller = new AbortController();
    const running = await setup.startEndless(controller.signal);
    const counts = await countsOf(async () => {
      const joined = await collect(chat('endless.gguf', { parameters: { max_tokens: 50 } }));
      expect(finishOf(joined)).toMatchObject({ usage: { completionTokens: 50 } });
    });
    controller.abort();
    await running.done;
    // Were they to take turns, the average would be 1.
    expect(counts.batchAnswers / counts.batches).toBeGreaterThan(1.9);
  });

  it('go on while a long prompt is read beside them, piece by piece', async () => {
    setup.use({ sequences: 2 });
    const long = [{ role: 'user' as const, content: 'x'.repeat(3_000) }];
    const controller = new AbortController();
    let seen = 0;
    let meanwhile = 0;
    const running = (async () => {
      for await (const batch of chat('endless.gguf', {}, controller.signal)) seen += batch.length;
    })();
    for await (const batch of chat('endless.gguf', { messages: long, parameters: { max_tokens: 1 } })) {
      if (batch.length > 0) meanwhile = seen;
    }
    controller.abort();
    await running;
    // 3,000 tokens do not fit into fewer batches, each of which has a token of the other answer.
    expect(meanwhile).toBeGreaterThanOrEqual(Math.floor(3_000 / 512));
  });

  it('say the same as they would alone', async () => {
    setup.use({ sequences: 4 });
    const ask = (content: string) =>
      collect(
        chat('tiny.gguf', { messages: [{ role: 'user', content }], parameters: { temperature: 0, max_tokens: 20 } }),
      );
    const questions = ['one', 'two and a half', 'three', 'four'.repeat(50)];
    const together = await Promise.all(questions.map(ask));
    const alone = [];
    for (const question of questions) alone.push(await ask(question));
    expect(together.map(answerTextOf)).toEqual(alone.map(answerTextOf));
  });

  it('never take a word of each other, with a large vocabulary and prompts read beside them', async () => {
    setup.make('wide.gguf', '--fillers', '20000');
    setup.use({ sequences: 8 });
    const parameters = { temperature: 0, max_tokens: 20 };
    const ask = async (content: string) =>
      answerTextOf(await collect(chat('wide.gguf', { messages: [{ role: 'user', content }], parameters })));
    const alone = await ask('a question');
    const answers: string[] = [];
    const askOften = async (caller: number) => {
      for (let question = 0; question < 20; question++)
        answers.push(await ask(`${caller} ${question} ${'7'.repeat((question * 7 + caller * 13) % 40)}`));
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(askOften));
    expect(answers).toEqual(Array<string>(8 * 20).fill(alone));
  });
});

describe('several choices', () => {
  const choicesOf = (events: Awaited<ReturnType<typeof collect>>, choices: number) =>
    Array.from({ length: choices }, (_, index) =>
      events.map((event) => (event.type === 'delta' && event.index === index ? event.text : '')).join(''),
    );

  it('each have their text and their end, and one count of tokens with the prompt once', async () => {
    const alone = finishOf(await collect(chat('endless.gguf', { parameters: { max_tokens: 9 } })));
    const events = await collect(chat('endless.gguf', { choices: 3, parameters: { max_tokens: 9, temperature: 1.5 } }));
    const finishes = events.filter((event) => event.type === 'finish');
    expect(finishes.map(({ index }) => index).sort()).toEqual([0, 1, 2]);
    expect(new Set(choicesOf(events, 3)).size).toBe(3);
    expect(events.filter((event) => event.type === 'usage')).toEqual([
      { type: 'usage', usage: { promptTokens: alone.usage?.promptTokens, completionTokens: 27 } },
    ]);
    for (const index of [0, 1, 2]) {
      const own = events.filter((event) => 'index' in event && event.index === index);
      expect(own.at(-1)?.type).toBe('finish');
    }
  });

  it('come interleaved, for they are computed together', async () => {
    setup.use({ sequences: 3 });
    const events = await collect(chat('endless.gguf', { choices: 3, parameters: { max_tokens: 20 } }));
    const firstEnd = events.findIndex((event) => event.type === 'finish');
    const before = events.slice(0, firstEnd).filter((event) => event.type === 'delta' && event.index === 2);
    expect(before.length).toBeGreaterThan(5);
  });

  it('read the prompt once, and say what a single one would', async () => {
    setup.use({ sequences: 4 });
    const messages = [{ role: 'user' as const, content: '7'.repeat(600) }];
    const maxTokens = 5;
    const ask = (choices: number) =>
      collect(chat('tiny.gguf', { messages, choices, parameters: { max_tokens: maxTokens, temperature: 0 } }));
    let events: Awaited<ReturnType<typeof ask>> = [];
    const counts = await countsOf(async () => (events = await ask(4)));
    const promptTokens = finishOf(events).usage?.promptTokens ?? 0;
    expect(promptTokens).toBeGreaterThan(600);
    // Once all but its last token; then each choice that token, and what it says but for the last token.
    expect(counts.evaluated).toBe(promptTokens - 1 + 4 * maxTokens);
    expect(counts.reused).toBe(3 * (promptTokens - 1));
    expect(new Set(choicesOf(events, 4))).toEqual(new Set([answerTextOf(await ask(1))]));
  });

  it('beyond the free slots follow as slots come free, without reading the prompt again', async () => {
    setup.use({ sequences: 2 });
    const messages = [{ role: 'user' as const, content: '7'.repeat(600) }];
    let events: Awaited<ReturnType<typeof collect>> = [];
    const counts = await countsOf(async () => {
      events = await collect(chat('endless.gguf', { messages, choices: 7, parameters: { max_tokens: 4 } }));
    });
    const usage = finishOf(events).usage;
    expect(usage?.completionTokens).toBe(28);
    expect(counts.evaluated).toBe((usage?.promptTokens ?? 0) - 1 + 28);
  });

  it('of several requests that all want more slots than there are, all come to an end', async () => {
    setup.use({ sequences: 2, queueLimit: 3 });
    const requests = ['a', 'b', 'c'].map((project) =>
      collect(chat('endless.gguf', { choices: 5, project, parameters: { max_tokens: 3 } })),
    );
    for (const events of await Promise.all(requests)) {
      expect(events.filter(({ type }) => type === 'finish')).toHaveLength(5);
    }
  });

  it('take one queueSlot in the queue together', async () => {
    setup.use({ sequences: 1, queueLimit: 1 });
    const many = collect(chat('endless.gguf', { choices: 4, parameters: { max_tokens: 2 } }));
    await expect(collect(chat('endless.gguf', { parameters: { max_tokens: 1 } }))).rejects.toMatchObject({
      code: 'queue_full',
    });
    expect(finishOf(await many).usage?.completionTokens).toBe(8);
  });

  it('all end when the caller goes away, and leave all slots free', async () => {
    setup.use({ sequences: 2 });
    const controller = new AbortController();
    for await (const batch of chat('endless.gguf', { choices: 6 }, controller.signal)) {
      if (batch.length > 0) controller.abort();
    }
    const events = await collect(chat('endless.gguf', { choices: 2, parameters: { max_tokens: 3 } }));
    expect(finishOf(events).usage?.completionTokens).toBe(6);
  });
});
