import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { generateObject } from 'ai';
import OpenAI from 'openai';
import { LengthFinishReasonError } from 'openai/core/error';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { stack } from './support/stack.js';

jest.setTimeout(120_000);

const place = z.object({
  city: z.string().max(20),
  population: z.int().min(0),
  rivers: z.array(z.string().max(10)).max(2),
  capital: z.boolean().nullable(),
});

/** The demo model has never seen JSON: what keeps it in form is the grammar alone. */
describe('an answer in JSON by the embedded model', () => {
  const messages = [{ role: 'user' as const, content: 'Tell me about Rome.' }];
  const request = { model: 'demo', messages, response_format: zodResponseFormat(place, 'place') };
  let client: OpenAI;

  beforeAll(() => {
    client = new OpenAI({ apiKey: stack().demoKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
  });

  it("is parsed by the official client's own schema, for every choice", async () => {
    const { choices } = await client.chat.completions.parse({ ...request, n: 3 });
    for (const { message, finish_reason } of choices) {
      expect(finish_reason).toBe('stop');
      expect(place.parse(message.parsed)).toEqual(message.parsed);
    }
    expect(choices).toHaveLength(3);
  });

  it('is the same as a stream', async () => {
    const answer = await client.chat.completions.stream(request).finalChatCompletion();
    expect(place.safeParse(answer.choices[0]?.message.parsed).success).toBe(true);
  });

  it('is truncated by max_tokens with the finish reason that the client expects', async () => {
    const cut = client.chat.completions.parse({ ...request, max_tokens: 4 });
    await expect(cut).rejects.toBeInstanceOf(LengthFinishReasonError);
  });

  it('is any object when only an object is requested', async () => {
    const response_format = { type: 'json_object' as const };
    const { choices } = await client.chat.completions.create({ ...request, response_format, max_tokens: 200 });
    expect(choices[0]?.message.content).toMatch(/^\{/);
  });

  it('is validated as an object by the AI SDK of Vercel', async () => {
    const options = { name: 'earshot', baseURL: `${stack().url}/api/v1`, supportsStructuredOutputs: true };
    const earshot = createOpenAICompatible({ ...options, apiKey: stack().demoKey });
    const { object } = await generateObject({ model: earshot('demo'), schema: place, prompt: 'Rome', maxRetries: 0 });
    expect(place.parse(object)).toEqual(object);
  });

  it('is rejected with the path of a keyword of the schema that no grammar supports', async () => {
    const schema = { type: 'object', properties: { zip: { type: 'string', pattern: '^[0-9]{5}$' } } };
    const response_format = { type: 'json_schema' as const, json_schema: { name: 'place', schema } };
    const refused = client.chat.completions.create({ ...request, response_format });
    await expect(refused).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(refused).rejects.toMatchObject({
      code: 'schema_not_supported',
      param: 'response_format.json_schema.schema.properties.zip.pattern',
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['thousands of alternatives', { oneOf: Array.from({ length: 3_900 }, (_, at) => ({ const: at })) }, 'oneOf'],
    [
      'alternatives that multiply at each level',
      { anyOf: [1, 2].map((maxItems) => ({ type: 'array', items: { $ref: '#' }, maxItems })) },
      'anyOf',
    ],
  ])('is rejected with the limit and the path when the schema has %s', async (_, schema, keyword) => {
    const response_format = { type: 'json_schema' as const, json_schema: { name: 'place', schema } };
    const refused = client.chat.completions.create({ ...request, response_format });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'schema_not_supported',
      param: `response_format.json_schema.schema.${keyword}`,
      message: expect.stringContaining('alternatives'),
    });
  });
});
