import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TokenLogProb } from '@earshot/contracts-inference';
import type { ProviderEvent } from '../model-provider.js';
import { answerTextOf, collect, finishOf } from '../../../test/providers/collect.js';
import { LlamaSetup } from '../../../test/providers/llama-setup.js';

// Starting an engine and loading models takes seconds where other suites keep the cores busy.
jest.setTimeout(60_000);

let setup: LlamaSetup;

beforeAll(() => {
  setup = new LlamaSetup();
});

afterEach(() => setup.reset());
afterAll(() => setup.stop());

type Parameters = Record<string, unknown>;

/** An answer of 40 tokens at a high temperature. */
const answer = (parameters: Parameters, more: object = {}) =>
  collect(setup.chat('endless.gguf', { parameters: { temperature: 1.5, max_tokens: 40, ...parameters }, ...more }));
const text = async (parameters: Parameters, more?: object) => answerTextOf(await answer(parameters, more));

/** The entries of `logprobs` of the first choice. */
const logprobsOf = (events: readonly ProviderEvent[]): TokenLogProb[] =>
  events.flatMap((event) => (event.type === 'delta' && event.index === 0 ? [...(event.logprobs ?? [])] : []));

/** Ids of characters, which are tokens of the models of the tests. */
async function idsOf(...characters: string[]): Promise<string[]> {
  const { getLlama } = await import('node-llama-cpp');
  const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, progressLogs: false });
  const model = await llama.loadModel({ modelPath: path.join(setup.modelsDir, 'endless.gguf') });
  const ids = characters.map((character) => String(model.tokenize(character, false, 'trimLeadingSpace')[0]));
  await model.dispose();
  await llama.dispose();
  return ids;
}

describe('a seed', () => {
  it('gives the same text each time, and another one than other seeds', async () => {
    const [first, again, other] = [await text({ seed: 7 }), await text({ seed: 7 }), await text({ seed: 8 })];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('gives the same texts while other answers are made beside it', async () => {
    const alone = await text({ seed: 7 });
    const together = await Promise.all([text({ seed: 7 }), text({}), text({ seed: 7 })]);
    expect([together[0], together[2]]).toEqual([alone, alone]);
  });

  it('gives the same probabilities to the last digit, whatever is computed beside it or was before', async () => {
    const messages = [{ role: 'user' as const, content: '7'.repeat(100) }];
    const more = { messages, sessionId: 'the same' };
    const probabilities = async () => logprobsOf(await answer({ seed: 7, logprobs: true, top_logprobs: 3 }, more));
    const alone = await probabilities();
    // An answer without a seed leaves its tokens in the slot of the session.
    await answer({}, more);
    const [together] = await Promise.all([probabilities(), answer({}), answer({ seed: 8 }), answer({}, more)]);
    expect([await probabilities(), together]).toEqual([alone, alone]);
  });

  it('gives each choice a text of its own', async () => {
    const choices = async () => {
      const events = await answer({ seed: 7 }, { choices: 3 });
      return [0, 1, 2].map((index) =>
        events.map((event) => (event.type === 'delta' && event.index === index ? event.text : '')).join(''),
      );
    };
    const texts = await choices();
    expect(new Set(texts).size).toBe(3);
    expect(await choices()).toEqual(texts);
  });

  it.each([-1, 0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])('may be %d', async (seed) => {
    expect(await text({ seed })).toBe(await text({ seed }));
  });
});

describe('top_k', () => {
  it('of 1 always takes the likeliest token', async () => {
    expect(await text({ top_k: 1 })).toBe(await text({ temperature: 0 }));
  });

  it.each([0, -1])('of %d draws from all tokens', async (top_k) => {
    const entries = logprobsOf(await answer({ top_k, logprobs: true, top_logprobs: 20, seed: 1, top_p: 1 }));
    expect(entries[0]?.top_logprobs).toHaveLength(20);
  });
});

it('min_p of 1 takes one of the likeliest tokens', async () => {
  for (const { logprob, top_logprobs = [] } of logprobsOf(await answer({ min_p: 1, logprobs: true, top_logprobs: 20 })))
    for (const other of top_logprobs) expect(other.logprob).toBeCloseTo(logprob);
});

describe('a penalty', () => {
  const greedy = { temperature: 0 };

  it.each(['frequency_penalty', 'presence_penalty'])('%s of 2 repeats less, of -2 more', async (name) => {
    const distinct = async (penalty: number) => new Set(await text({ [name]: penalty, ...greedy })).size;
    const [less, usual, more] = [await distinct(2), await distinct(0), await distinct(-2)];
    expect(less).toBeGreaterThan(usual);
    expect(more).toBeLessThanOrEqual(usual);
  });

  it('repetition_penalty of 2 repeats less', async () => {
    const usual = await text(greedy);
    expect(new Set(await text({ repetition_penalty: 2, ...greedy })).size).toBeGreaterThan(new Set(usual).size);
  });
});

describe('logit_bias', () => {
  it('of 100 takes tokens always, of -100 never', async () => {
    const [a = '', e = ''] = await idsOf('a', 'e');
    expect(new Set(await text({ logit_bias: { [a]: 100, [e]: 100 } }))).toEqual(new Set('ae'));
    expect(await text({ logit_bias: { [a]: -100, [e]: 100 } })).toBe('e'.repeat(40));
  });
});

describe('logprobs', () => {
  it('has an entry for each token, whose texts are the answer', async () => {
    const events = await answer({ logprobs: true, top_logprobs: 3 });
    const entries = logprobsOf(events);
    expect(entries).toHaveLength(finishOf(events).usage?.completionTokens ?? 0);
    expect(entries.map(({ token }) => token).join('')).toBe(answerTextOf(events));
    for (const { token, logprob, bytes, top_logprobs = [] } of entries) {
      expect(logprob).toBeLessThanOrEqual(0);
      expect(bytes).toEqual([...Buffer.from(token)]);
      const values = top_logprobs.map((one) => one.logprob);
      expect(values).toEqual(values.toSorted((one, other) => other - one));
      expect(values.length).toBeLessThanOrEqual(3);
    }
  });

  it('at temperature 0 has the requested number of alternatives, none likelier than the token', async () => {
    for (const { logprob, top_logprobs = [] } of logprobsOf(
      await answer({ logprobs: true, top_logprobs: 5, temperature: 0 }),
    )) {
      expect(top_logprobs).toHaveLength(5);
      expect(top_logprobs[0]?.logprob).toBe(logprob);
      expect(top_logprobs.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeLessThan(1.001);
    }
  });

  it('has no alternatives unless requested, and no entries without logprobs', async () => {
    expect(logprobsOf(await answer({ logprobs: true }))[0]).toMatchObject({ top_logprobs: [] });
    expect(logprobsOf(await answer({ top_logprobs: 5 }))).toEqual([]);
  });

  it('has no entries of a text that ended the answer', async () => {
    const [first = ''] = await text({ seed: 3 });
    const events = await answer({ seed: 3, logprobs: true, stop: [first] });
    expect(answerTextOf(events)).toBe('');
    expect(logprobsOf(events)).toEqual([]);
  });
});
