import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@earshot/errors';
import type { ProviderEmbeddingRequest, ProviderEmbeddings } from '../model-provider.js';
import { KEY, HttpSetup } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import { json } from '../../../test/providers/scripted-server.js';

let setup: HttpSetup;

beforeEach(async () => {
  setup = new HttpSetup(openaiProtocol);
  await setup.server.start();
});

afterEach(() => setup.stop());

function embed(
  fields: Partial<ProviderEmbeddingRequest> = {},
  signal = new AbortController().signal,
): Promise<ProviderEmbeddings> {
  return setup.provider.embed(setup.target, { input: ['a', 'b'], project: 't', ...fields }, signal);
}

/** What the server's answer leads to, when it is of this form. */
async function refusal(body: unknown, fields: Partial<ProviderEmbeddingRequest> = {}, status = 200): Promise<AppError> {
  setup.server.script = json(status, body);
  return embed(fields).then(
    () => Promise.reject(new Error('The answer was taken.')),
    (error: AppError) => error,
  );
}

const vectors = [Float32Array.of(0.1, -2.5e-8, 3), Float32Array.of(1 / 3, 0, -1)];
const base64 = (vector: Float32Array) => Buffer.from(vector.buffer).toString('base64');
const [first, second] = vectors.map(base64) as [string, string];
const data = (...embeddings: unknown[]) => ({ data: embeddings.map((embedding, index) => ({ index, embedding })) });

describe('vectors of an OpenAI-compatible server', () => {
  it('are asked for in base64, under the address of the server, with its key', async () => {
    setup.server.script = json(200, data(first, second));
    await embed({ dimensions: 3, user: 'u', parameters: { input_type: 'query' } });
    const [seen] = setup.server.seen;
    expect(seen?.path).toBe('/v1/embeddings');
    expect(seen?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(seen?.body).toEqual({
      model: 'm',
      input: ['a', 'b'],
      encoding_format: 'base64',
      dimensions: 3,
      user: 'u',
      input_type: 'query',
    });
  });

  it('are exactly what the server sent, in base64 or in decimals', async () => {
    const usage = { prompt_tokens: 5, total_tokens: 5 };
    setup.server.script = json(200, { ...data(first, second), usage });
    expect(await embed()).toEqual({ vectors, promptTokens: 5 });
    setup.server.script = json(200, data(...vectors.map((vector) => [...vector])));
    expect(await embed()).toEqual({ vectors, promptTokens: null });
  });

  it('are put in the order of their texts, whatever order the server sends them in', async () => {
    const entries = [
      { index: 1, embedding: second },
      { index: 0, embedding: first },
    ];
    setup.server.script = json(200, { data: entries });
    expect((await embed()).vectors).toEqual(vectors);
  });

  it.each([
    ['too few vectors', data(first)],
    ['too many vectors', data(first, second, first)],
    ['no vectors', {}],
    ['two of one number', { data: [0, 0].map((index) => ({ index, embedding: first })) }],
    ['a number beyond the last', { data: [0, 2].map((index) => ({ index, embedding: first })) }],
    ['an entry that is null', { data: [null, { index: 1, embedding: first }] }],
    ['two lengths', data(first, base64(Float32Array.of(1)))],
    ['an empty vector', data('', '')],
    ['a vector of 65,537 numbers', data(base64(new Float32Array(65_537)), first)],
    ['half a number', data('AAA=', first)],
    ['text that is not base64', data('AAAA!AAAA', first)],
    ['an infinite number', data(base64(Float32Array.of(Infinity, 0, 0)), first)],
    ['a number beyond float32', data([1e39, 0, 0], first)],
    ['a text in a list', data(['1', 0, 0], first)],
    ['a list of vectors that is none', { data: 'x' }],
  ])('are refused as a failure of the provider where it sends %s', async (_, body) => {
    expect(await refusal(body)).toMatchObject({ code: 'provider_failed', type: 'upstream_error' });
  });

  it.each([2, 4])('are not cut or filled up to %d numbers when the model gives 3', async (dimensions) => {
    const error = await refusal(data(first, second), { dimensions });
    expect(error).toMatchObject({
      code: 'dimensions_not_supported',
      type: 'invalid_request_error',
      param: 'dimensions',
    });
    expect(error.message).toContain('3 numbers');
  });

  it('name the field that the server refused', async () => {
    const error = (message: string, code?: string) => ({ error: { message, code } });
    expect(await refusal(error("'dimensions' must be at most 512"), { dimensions: 600 }, 400)).toMatchObject({
      code: 'dimensions_not_supported',
      param: 'dimensions',
      message: "'dimensions' must be at most 512",
    });
    expect(await refusal(error('too long', 'context_length_exceeded'), {}, 400)).toMatchObject({
      code: 'context_length_exceeded',
      param: 'input',
      message: "A text exceeds the model's context. The provider reported: too long",
    });
    expect(await refusal(error('no'), { dimensions: 3 }, 400)).toMatchObject({ code: 'provider_rejected' });
  });

  it('are asked for again where the server has not worked on them, and never where it may have', async () => {
    await setup.use({ retries: { maxRetries: 2, backoffMs: 2 } });
    const good = json(200, data(first, second));
    setup.server.script = (response, seen) =>
      setup.server.seen.length < 3 ? void response.destroy() : good(response, seen);
    expect((await embed()).vectors).toEqual(vectors);
    expect(setup.server.seen).toHaveLength(3);
    expect(await refusal(data(first))).toMatchObject({ code: 'provider_failed' });
    expect(setup.server.seen).toHaveLength(4);
  });

  it('are given up with the connection when the caller leaves', async () => {
    const left = new AbortController();
    const closed = new Promise<void>((resolve) => {
      setup.server.script = (response) => {
        response.on('close', resolve);
        left.abort();
      };
    });
    await expect(embed({}, left.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await closed;
  });

  it('are not asked for when the caller has left already', async () => {
    await expect(embed({}, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(setup.server.seen).toEqual([]);
  });
});
