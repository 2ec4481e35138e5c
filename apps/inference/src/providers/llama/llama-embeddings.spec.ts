import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ProviderEmbeddingRequest } from '../model-provider.js';
import { collect, finishOf } from '../../../test/providers/collect.js';
import { LlamaSetup } from '../../../test/providers/llama-setup.js';

// Starting an engine and loading models takes seconds where other suites keep the cores busy.
jest.setTimeout(60_000);

/** Length of the tiny model's vectors. */
const WIDTH = 64;

let setup: LlamaSetup;

beforeAll(() => {
  setup = new LlamaSetup();
});

afterEach(() => setup.reset());
afterAll(() => setup.stop());

function embed(
  input: ProviderEmbeddingRequest['input'],
  fields: Partial<ProviderEmbeddingRequest> = {},
  signal = new AbortController().signal,
) {
  return setup.provider.embed({ kind: 'llama', modelFile: 'tiny.gguf' }, { input, project: 't', ...fields }, signal);
}

function similarity(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) throw new Error('no vector');
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe('vectors', () => {
  it('have length 1 and the width of the model, one a text in their order, with exact usage', async () => {
    const { vectors, promptTokens } = await embed(['xyz', '77']);
    expect(vectors.map((vector) => vector.length)).toEqual([WIDTH, WIDTH]);
    for (const vector of vectors) expect(similarity(vector, vector)).toBeCloseTo(1, 5);
    // Each byte is a token.
    expect(promptTokens).toBe(5);
  });

  it('of a text are the same alone, among others and in any order, and differ between texts', async () => {
    const texts = ['Rivers listen', 'seven lamps', 'x'.repeat(600)];
    const { vectors } = await embed(texts);
    const reversed = (await embed([...texts].reverse())).vectors.reverse();
    for (const [index, text] of texts.entries()) {
      const alone = (await embed([text])).vectors[0];
      expect(similarity(alone, vectors[index])).toBeCloseTo(1, 5);
      expect(similarity(reversed[index], vectors[index])).toBeCloseTo(1, 5);
    }
    expect(similarity(vectors[0], vectors[1])).toBeLessThan(0.99);
  });

  it('are made of token ids as well, of the model alone', async () => {
    const { vectors, promptTokens } = await embed([[10, 11, 12], [13]]);
    expect(vectors.map((vector) => vector.length)).toEqual([WIDTH, WIDTH]);
    expect(promptTokens).toBe(4);
    const unknown = embed([[10], [11, 10_000_000]]);
    await expect(unknown).rejects.toMatchObject({ code: 'invalid_field', param: 'input[1][1]' });
  });

  it('take in all of a text, not its end alone', async () => {
    const { vectors } = await embed(['Rivers listen. Tell me', 'seven lamps. Tell me', 'me']);
    // Were it the last token's, the first two would be alike (0.999), and far from the third.
    expect(similarity(vectors[0], vectors[1])).toBeLessThan(0.99);
  });

  it('come from models that can do nothing else, too', async () => {
    const target = { kind: 'llama', modelFile: 'encoder.gguf' } as const;
    const { vectors } = await setup.provider.embed(
      target,
      { input: ['a', 'b'], project: 't' },
      new AbortController().signal,
    );
    expect(vectors.map((vector) => vector.length)).toEqual([WIDTH, WIDTH]);
    await expect(collect(setup.chat('encoder.gguf'))).rejects.toMatchObject({
      code: 'model_not_capable',
      param: 'model',
    });
  });

  it('are made beside chats with the same model', async () => {
    const [{ vectors }, answer] = await Promise.all([
      embed(['a', 'b', 'c']),
      collect(setup.chat('tiny.gguf', { parameters: { max_tokens: 5 } })),
    ]);
    expect(vectors).toHaveLength(3);
    expect(finishOf(answer).finishReason).not.toBeNull();
  });
});

describe('a request for vectors', () => {
  it('with a text longer than the context is refused, naming the text, before anything is computed', async () => {
    setup.use({ contextTokens: 256 });
    await expect(embed(['fits', 'x'.repeat(300)])).rejects.toMatchObject({
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
      param: 'input[1]',
      details: { context_tokens: 255, prompt_tokens: 300 },
    });
    await expect(embed(['x'.repeat(10_000_000)])).rejects.toMatchObject({ param: 'input[0]' });
    expect((await embed(['x'.repeat(255)])).promptTokens).toBe(255);
  });

  it('may name the width of the model, and no other', async () => {
    expect((await embed(['a'], { dimensions: WIDTH })).vectors[0]).toHaveLength(WIDTH);
    await expect(embed(['a'], { dimensions: 32 })).rejects.toMatchObject({
      code: 'dimensions_not_supported',
      param: 'dimensions',
      type: 'invalid_request_error',
    });
  });

  it('of one project does not wait for all texts of another, and only so many requests wait', async () => {
    setup.use({ queueLimit: 1 });
    await embed(['loaded']);
    const many = embed(Array.from({ length: 500 }, (_, index) => `text ${index}`));
    const one = embed(['short'], { project: 'u' });
    await expect(embed(['a'])).rejects.toMatchObject({ code: 'queue_full' });
    expect(await Promise.race([many.then(() => 'many'), one.then(() => 'one')])).toBe('one');
    expect((await many).vectors).toHaveLength(500);
  });

  it('that is aborted rejects at once, whatever it waits for, and frees its queueSlot', async () => {
    setup.use({ queueLimit: 1 });
    const cold = new AbortController();
    const loading = embed(['a'], {}, cold.signal);
    cold.abort();
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    await embed(['loaded']);
    const controller = new AbortController();
    const running = embed(
      Array.from({ length: 2_000 }, (_, index) => `text ${index}`),
      {},
      controller.signal,
    );
    const waiting = embed(['b'], {}, controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect((await embed(['free again'])).vectors).toHaveLength(1);
  });
});
