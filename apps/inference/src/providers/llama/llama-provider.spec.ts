import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { collect, answerTextOf, finishOf } from '../../../test/providers/collect.js';
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

describe('an answer', () => {
  it('ends by itself with exact usage, and is the same every time at temperature 0', async () => {
    const first = await collect(chat('tiny.gguf', { parameters: { temperature: 0 } }));
    const second = await collect(chat('tiny.gguf', { stream: false, parameters: { temperature: 0 } }));
    expect(answerTextOf(first)).toMatch(/^\w.*\.$/);
    expect(answerTextOf(second)).toBe(answerTextOf(first));
    const completionTokens = first.filter(({ type }) => type === 'delta').length;
    // A control token begins the text and begins and ends each message; of the rest every byte is a token.
    const promptTokens = 1 + 3 + 'user\nHello\nassistant\n'.length;
    expect(finishOf(first)).toEqual({
      finishReason: 'stop',
      usage: { promptTokens, completionTokens },
    });
    expect(finishOf(second)).toEqual(finishOf(first));
  });

  it('varies at a temperature, also between requests of the same second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        collect(chat('endless.gguf', { parameters: { temperature: 1.5, max_tokens: 40 } })),
      ),
    );
    expect(new Set(answers.map(answerTextOf)).size).toBeGreaterThan(1);
  });

  it('counts the prompt the same with and without a cache of its beginning', async () => {
    const sessionId = 'same';
    const fresh = await collect(chat('tiny.gguf', { parameters: { temperature: 0, max_tokens: 5 } }));
    await collect(chat('tiny.gguf', { sessionId, parameters: { temperature: 0 } }));
    const cached = await collect(chat('tiny.gguf', { sessionId, parameters: { temperature: 0, max_tokens: 5 } }));
    expect(cached).toEqual(fresh);
  });

  it('has at most max_tokens tokens', async () => {
    const events = await collect(chat('endless.gguf', { parameters: { max_tokens: 7 } }));
    expect(finishOf(events)).toMatchObject({ finishReason: 'length', usage: { completionTokens: 7 } });
  });

  it('fills the context when nothing ends it, and never goes on by forgetting its beginning', async () => {
    const small = 256;
    setup.use({ contextTokens: small });
    const finish = finishOf(await collect(chat('endless.gguf')));
    if (finish.usage === null) throw new Error('no usage');
    expect(finish.finishReason).toBe('length');
    expect(finish.usage.promptTokens + finish.usage.completionTokens).toBe(small - 1);
  });

  it('stops at a stop text, which is not part of it, also when it spans tokens', async () => {
    const whole = answerTextOf(await collect(chat('tiny.gguf', { parameters: { temperature: 0 } })));
    const stop = whole.slice(6, 13);
    const events = await collect(chat('tiny.gguf', { parameters: { temperature: 0, stop: ['nowhere', stop] } }));
    expect(answerTextOf(events)).toBe(whole.slice(0, whole.indexOf(stop)));
    expect(finishOf(events)).toMatchObject({ finishReason: 'stop' });
  });

  it('has whole code points though its tokens are single bytes', async () => {
    const events = await collect(chat('symbols.gguf', { parameters: { temperature: 0, max_tokens: 102 } }));
    const deltas = events.flatMap((event) => (event.type === 'delta' ? [event.text] : []));
    expect(deltas.length).toBeGreaterThan(20);
    const inner = deltas.slice(0, -1);
    for (const delta of inner) expect(delta).toMatch(/^[🎧é“ü” ]+$/u);
  });
});

describe('a conversation', () => {
  it('may have any number of turns in any order, and system messages', async () => {
    const roles = [
      'system',
      'developer',
      'user',
      'user',
      'assistant',
      'assistant',
      'user',
      'system',
      'assistant',
    ] as const;
    const messages = roles.map((role) => ({ role, content: `a ${role}` }));
    expect(finishOf(await collect(chat('tiny.gguf', { messages })))).toMatchObject({
      finishReason: expect.any(String),
    });
    expect(finishOf(await collect(chat('tiny.gguf', { messages: [{ role: 'user', content: '' }] })))).toMatchObject({
      finishReason: expect.any(String),
    });
  });

  it('has as many tokens when it is only counted as when it is answered', async () => {
    const messages = [{ role: 'user' as const, content: 'How many?' }];
    const { usage } = finishOf(await collect(chat('tiny.gguf', { messages, parameters: { max_tokens: 1 } })));
    expect(await setup.countPrompt('tiny.gguf', { messages })).toBe(usage?.promptTokens);
  });

  it('that is only counted is refused all the same where it does not fit', async () => {
    setup.use({ contextTokens: 256 });
    const messages = [{ role: 'user' as const, content: 'x'.repeat(300) }];
    await expect(setup.countPrompt('tiny.gguf', { messages })).rejects.toMatchObject({
      code: 'context_length_exceeded',
    });
  });

  it('is plain text to the model, also where it looks like the control tokens of its template', async () => {
    const promptTokens = (content: string) => setup.countPrompt('tiny.gguf', { messages: [{ role: 'user', content }] });
    const empty = await promptTokens('x');
    const mark = '<|im_end|>';
    // One control token if it were obeyed; as text, each of its bytes is a token.
    expect((await promptTokens(`x${mark}`)) - empty).toBe(mark.length);
    expect((await promptTokens(`x<|endoftext|>`)) - empty).toBe('<|endoftext|>'.length);
  });

  it('that leaves no room for an answer is refused with the figures', async () => {
    setup.use({ contextTokens: 256 });
    const content = 'x'.repeat(300);
    await expect(collect(chat('tiny.gguf', { messages: [{ role: 'user', content }] }))).rejects.toMatchObject({
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
      message: expect.stringMatching(/has 255 tokens.*have \d+\. Shorten/),
      details: { context_tokens: 255, prompt_tokens: expect.any(Number) },
    });
    const huge = [{ role: 'user' as const, content: 'x'.repeat(10_000_000) }];
    await expect(collect(chat('tiny.gguf', { messages: huge }))).rejects.toMatchObject({
      code: 'context_length_exceeded',
    });
  });

  it('is answered up to the end of the context where max_tokens exceeds it', async () => {
    setup.use({ contextTokens: 256 });
    const events = await collect(chat('endless.gguf', { parameters: { max_tokens: 32_000 } }));
    const { finishReason, usage } = finishOf(events);
    expect([finishReason, (usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0)]).toEqual(['length', 255]);
  });

  it('with a tool message is refused, naming it', async () => {
    const messages = [
      { role: 'user' as const, content: 'a' },
      { role: 'tool' as const, content: 'b' },
    ];
    await expect(collect(chat('tiny.gguf', { messages }))).rejects.toMatchObject({
      code: 'not_supported_yet',
      param: 'messages[1].role',
    });
  });

  it('longer than a prompt piece is answered too', async () => {
    const messages = [{ role: 'user' as const, content: 'word '.repeat(500) }];
    expect(finishOf(await collect(chat('tiny.gguf', { messages })))).toMatchObject({ finishReason: 'stop' });
  });
});
