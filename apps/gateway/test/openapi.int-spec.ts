import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { errorMeanings } from '../src/openapi/error-codes.js';
import { GatewayApp } from './gateway-app.js';

// The whole document is linted, and every schema compiled: seconds of work, and more on a busy machine.
jest.setTimeout(120_000);

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  parameters: object[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** A schema of a field. */
interface Field {
  description?: string;
  $ref?: string;
  const?: unknown;
  items?: Field;
  anyOf?: Field[];
}

/** By itself, by the schema that it refers to, or by being one value. */
const isDescribed = (field: Field): boolean =>
  field.description !== undefined ||
  field.$ref !== undefined ||
  field.const !== undefined ||
  (field.items !== undefined && isDescribed(field.items)) ||
  (field.anyOf ?? []).some(isDescribed);

const gateway = new GatewayApp();
let source = '';
let document: Document;

beforeAll(async () => {
  await gateway.start();
  source = await (await gateway.fetch('/openapi.json', { key: null })).text();
  document = JSON.parse(source) as Document;
});
afterAll(() => gateway.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

const schemas = () => (document as unknown as { components: { schemas: object } }).components.schemas;

describe('the OpenAPI document', () => {
  it('describes every route of the running gateway except the console', () => {
    // HEAD is as GET; what ends in a slash only leads to where it does not.
    const served = gateway.routes.filter((route) => !/^HEAD |\/$| \/console(\/|$)/.test(route));
    const inOpenApi = served.map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(inOpenApi.sort());
  });

  it('passes a public linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('has an example of every request and response that fits its schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi.json');
    // JSON has no examples of bytes.
    const isBytes = (mediaType: string) => /^image\/|\/(octet-stream|zip|\*)$/.test(mediaType);
    const bare: string[] = [];
    for (const { name, operation } of operations()) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      for (const [mediaType, media] of bodies.flatMap((body) => Object.entries(body?.content ?? {}))) {
        if (isBytes(mediaType)) continue;
        const examples = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)];
        const given = examples.filter((example) => example !== undefined);
        if (given.length === 0) bare.push(`${name} ${mediaType}`);
        const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"openapi.json#/')) as object;
        for (const example of given) {
          ajv.validate(schema, example);
          expect([name, example, ajv.errors]).toEqual([name, example, null]);
        }
      }
    }
    expect(bare).toEqual([]);
  });

  it('describes every field', () => {
    const silent: string[] = [];
    const look = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return;
      const { properties = {} } = value as { properties?: Record<string, Field> };
      for (const [name, field] of Object.entries(properties)) {
        if (!isDescribed(field)) silent.push(`${at}.${name}`);
      }
      for (const [name, inner] of Object.entries(value)) if (!name.startsWith('example')) look(inner, `${at}/${name}`);
    };
    look(schemas(), '');
    expect(silent).toEqual([]);
  });

  it('bounds 64-bit integers by format, because JavaScript cannot represent the bound', () => {
    const { ChatInput } = schemas() as { ChatInput: { properties: Record<string, Field> } };
    expect(ChatInput.properties['max_ttft_ms']?.anyOf?.[0]).toEqual({ type: 'integer', format: 'int64', minimum: 0 });
  });

  it('has no pattern that other dialects than that of JavaScript misread', () => {
    const patterns = [...source.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '']) => JSON.parse(text) as string,
    );
    // Properties of characters need a flag, an empty class that is negated is none elsewhere.
    expect(patterns.filter((pattern) => /\\p\{|\[\^\]/i.test(pattern))).toEqual([]);
  });

  it('describes the entries of every list with `items`, which some tools require', () => {
    const bare: string[] = [];
    const look = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return;
      const { type, items } = value as { type?: unknown; items?: unknown };
      if (type === 'array' && !items) bare.push(at);
      for (const [name, inner] of Object.entries(value)) if (!name.startsWith('example')) look(inner, `${at}/${name}`);
    };
    look(document, '');
    expect(bare).toEqual([]);
  });

  it('has every code of an error that a route can return', () => {
    // What has no path and method of ours to be described with.
    const elsewhere = ['path_not_found', 'method_not_allowed'];
    const codes = errorMeanings.map(({ code }) => code).filter((code) => !elsewhere.includes(code));
    expect(codes.filter((code) => !source.includes(`"${code}"`))).toEqual([]);
  });

  it('is not sent again to clients that have cached it', async () => {
    const first = await gateway.fetch('/openapi.json', { key: null });
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const etag = first.headers.get('etag') as string;
    const again = await gateway.fetch('/openapi.json', { key: null, headers: { 'if-none-match': `W/${etag}, "x"` } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await gateway.fetch('/openapi.json', { key: null, method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(source)));
  });
});
