import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ProviderEvent, ProviderResponseFormat } from '../model-provider.js';
import { collect, finishOf, answerTextOf } from '../../../test/providers/collect.js';
import { LlamaSetup } from '../../../test/providers/llama-setup.js';
import { LlamaProvider } from './llama-provider.js';
import { LLAMA_DEFAULTS } from './llama-settings.js';

// Starting an engine and loading models takes seconds where other suites keep the cores busy.
jest.setTimeout(120_000);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

let setup: LlamaSetup;

beforeAll(() => {
  setup = new LlamaSetup();
});
afterAll(() => setup.stop());

const formatOf = (schema: Record<string, unknown>): ProviderResponseFormat => ({
  type: 'json_schema',
  json_schema: { name: 'answer', schema },
});

/** The text of each choice that ended by itself. */
function endedTexts(events: ProviderEvent[]): string[] {
  const texts = new Map<number, string>();
  for (const event of events) {
    if (event.type === 'delta') texts.set(event.index, (texts.get(event.index) ?? '') + event.text);
  }
  const ended = events.flatMap((one) => (one.type === 'finish' && one.finishReason === 'stop' ? [one.index] : []));
  return ended.map((index) => texts.get(index) ?? '');
}

const word = { type: 'string', minLength: 1, maxLength: 6 };
const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const line = object({ 'say "what"': word, count: { type: 'integer', minimum: -3, maximum: 120 } });

/** Of the kinds that people write, and each with an end that comes soon, whatever a model makes of it. */
const schemas: [string, Record<string, unknown>][] = [
  [
    'a flat object',
    object({ name: word, age: { type: 'integer' }, ratio: { type: 'number' }, ok: { type: 'boolean' } }),
  ],
  ['optional properties', { type: 'object', properties: { a: word, b: { type: 'null' }, c: word }, required: ['b'] }],
  ['nothing required', { type: 'object', properties: { a: word, b: word }, additionalProperties: false }],
  ['nested objects and lists', object({ lines: { type: 'array', items: line, minItems: 1, maxItems: 3 } })],
  ['enum and const', object({ kind: { const: 'é "x"\n' }, size: { enum: ['S', 'M', 3, null, { a: [1] }] } })],
  [
    'values of several types',
    object({ a: { type: ['string', 'null'], maxLength: 3 }, b: { type: ['integer', 'boolean'] } }),
  ],
  ['anyOf', object({ a: { anyOf: [word, { type: 'number' }, object({ deep: { type: 'boolean' } })] } })],
  ['oneOf with a tag', { oneOf: ['cat', 'dog'].map((kind) => object({ kind: { const: kind }, name: word })) }],
  [
    'definitions',
    object({ a: { $ref: '#/$defs/w' }, b: { $ref: '#/$defs/w' } }, { $defs: { w: object({ x: word }) } }),
  ],
  [
    'a list that refers to itself',
    {
      $ref: '#/$defs/node',
      $defs: {
        node: object({ v: { type: 'boolean' }, next: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/node' }] } }),
      },
    },
  ],
  [
    'objects that contain one of themselves, told apart by a tag',
    {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          anyOf: [
            object({ op: { const: 'is' }, value: { type: 'boolean' } }),
            object({ op: { const: 'not' }, value: { $ref: '#/$defs/node' } }),
          ],
        },
      },
    },
  ],
  [
    'a map',
    object({
      m: { type: 'object', additionalProperties: { type: 'integer', minimum: 0, maximum: 9 }, maxProperties: 2 },
    }),
  ],
  ['a tuple', object({ at: { type: 'array', prefixItems: [{ type: 'number' }, word], items: false } })],
  [
    'numbers within bounds',
    object({ p: { type: 'number', minimum: 0, maximum: 1 }, t: { type: 'number', exclusiveMinimum: -41 } }),
  ],
  [
    'formats',
    object({
      d: { type: 'string', format: 'date' },
      t: { type: 'string', format: 'date-time' },
      u: { type: 'string', format: 'uuid' },
    }),
  ],
  ['lengths of texts in characters', object({ a: { type: 'string', minLength: 5, maxLength: 5 } })],
  ['a list at the top', { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 2 }],
];

describe('an answer in JSON', () => {
  let ended = 0;

  // Hot enough that it is chance, and nothing that a model has learnt, that runs through the schema.
  it.each(schemas)('fits its schema whatever the model would say: %s', async (_, schema) => {
    const validate = ajv.compile(schema);
    for (const [model, temperature] of [
      ['tiny.gguf', 1.5],
      ['symbols.gguf', 2],
    ] as const) {
      const chatRequest = {
        choices: 2,
        parameters: { temperature, response_format: formatOf(schema), max_tokens: 400, top_p: 1 },
      };
      for (const text of endedTexts(await collect(setup.chat(model, chatRequest)))) {
        const value = JSON.parse(text) as unknown;
        ended += 1;
        // Bytes of chance that are no character are one to the grammar, and several of these in the text: no trained
        // model writes any.
        if (text.includes('\ufffd')) continue;
        expect([text, validate(value), validate.errors]).toEqual([text, true, null]);
      }
    }
  });

  it('ends by itself as soon as it is whole', () => {
    // Of four answers to each schema; only texts of any length can be too long.
    expect(ended).toBeGreaterThan(2 * schemas.length);
  });

  it('is an object where no schema was given', async () => {
    const responseFormat = { type: 'json_object' as const };
    const events = await collect(
      setup.chat('tiny.gguf', {
        choices: 4,
        parameters: { temperature: 1, response_format: responseFormat, max_tokens: 200 },
      }),
    );
    for (const text of endedTexts(events)) expect(JSON.parse(text)).toEqual(expect.objectContaining({}));
    for (const index of [0, 1, 2, 3])
      expect(answerTextOf(events.filter((one) => 'index' in one && one.index === index))).toMatch(/^\{/);
  });

  it('that max_tokens cuts off says so: it is no JSON, and its finish reason is length', async () => {
    const events = await collect(
      setup.chat('endless.gguf', { parameters: { response_format: formatOf(line), max_tokens: 3 } }),
    );
    expect(finishOf(events)).toMatchObject({ finishReason: 'length', usage: { completionTokens: 3 } });
  });

  it('goes on beside answers that are free, each by its own rules', async () => {
    const schema = object({ a: word });
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () =>
        collect(setup.chat('endless.gguf', { parameters: { response_format: formatOf(schema) } })),
      ),
      collect(setup.chat('tiny.gguf', { parameters: { temperature: 0 } })),
      collect(setup.chat('endless.gguf', { parameters: { max_tokens: 20 } })),
    ]);
    for (const events of answers.slice(0, 3))
      expect(JSON.parse(endedTexts(events)[0] ?? '')).toEqual({ a: expect.any(String) });
    expect(finishOf(answers[4] as ProviderEvent[]).finishReason).toBe('length');
  });

  it.each([
    [
      'a schema that it can not keep to',
      { type: 'string', pattern: 'x' },
      'response_format.json_schema.schema.pattern',
    ],
    [
      'a schema that begins with itself',
      { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      'response_format.json_schema.schema.anyOf',
    ],
    [
      'a schema that keeps the engine at one token',
      { anyOf: [1, 2].map((maxItems) => ({ type: 'array', items: { $ref: '#' }, maxItems })) },
      'response_format.json_schema.schema.anyOf',
    ],
  ])('is refused before anything is generated for %s', async (_, schema, param) => {
    const answer = collect(setup.chat('tiny.gguf', { parameters: { response_format: formatOf(schema) } }));
    await expect(answer).rejects.toMatchObject({ type: 'invalid_request_error', code: 'schema_not_supported', param });
  });

  it('comes from a model with words of many letters too', async () => {
    const modelsDirs = [path.resolve(import.meta.dirname, '../../../../../models')];
    const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };
    const demo = new LlamaProvider({ ...LLAMA_DEFAULTS, modelsDirs }, silent);
    try {
      const schema = object({ city: { type: 'string', maxLength: 40 }, population: { type: 'integer', minimum: 0 } });
      const chatRequest = {
        ...setup.request({ choices: 2, parameters: { response_format: formatOf(schema), max_tokens: 500 } }),
      };
      const target = { kind: 'llama' as const, modelFile: 'earshot-demo.gguf' };
      const texts = endedTexts(await collect(demo.chat(target, chatRequest, new AbortController().signal)));
      expect(texts).toHaveLength(2);
      for (const text of texts) expect(ajv.validate(schema, JSON.parse(text))).toBe(true);
    } finally {
      await demo.close();
    }
  });
});
