import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { clientDocument } from './client-document.mjs';
import { headerOf } from './python-models.mjs';

const clients = path.join(import.meta.dirname, '../../libs/clients');
const read = (file) => readFileSync(path.join(clients, file), 'utf8');
const examples = ['typescript', 'python'].flatMap((client) =>
  readdirSync(path.join(clients, client, 'examples')).map((file) => [
    `${client}/README.md`,
    `${client}/examples/${file}`,
  ]),
);

it.each(examples)('%s shows %s as it is', (readme, example) => {
  expect(read(readme)).toContain(`\n${read(example)}\`\`\``);
});

it('the types of the Python client are those of openapi.json; if not: npm run clients', () => {
  expect(read('python/src/earshot_client/models.py')).toContain(headerOf(read('openapi.json')));
});

describe('the document of the clients', () => {
  const operation = (tag, $ref, code) => ({
    tags: [tag],
    responses: {
      200: { headers: { a: {} }, content: { 'application/json': { schema: { $ref }, example: { example: 1 } } } },
      404: {
        'x-error-codes': [code],
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  });
  const document = clientDocument({
    openapi: '3.1.1',
    info: {},
    paths: {
      '/feedback': { get: operation('Feedback', '#/components/schemas/Page', 'b') },
      '/projects': { get: operation('Projects', '#/components/schemas/Project', 'a') },
    },
    components: {
      securitySchemes: { key: {} },
      schemas: {
        Page: {
          type: 'object',
          properties: { data: { $ref: '#/components/schemas/Feedback' }, example: { type: 'string' } },
        },
        Feedback: { type: 'object', examples: [{}] },
        Project: { type: 'object' },
        Error: { type: 'object' },
      },
    },
  });

  it('has the routes of feedback, and the schemas that they use', () => {
    expect(Object.keys(document.paths)).toEqual(['/feedback']);
    expect(Object.keys(document.components.schemas)).toEqual(['Page', 'Feedback', 'Error', 'ErrorCode']);
  });

  it('has no examples, but properties of that name', () => {
    expect(document.components.schemas.Feedback).toEqual({ type: 'object' });
    expect(document.components.schemas.Page.properties).toHaveProperty('example');
    expect(JSON.stringify(document.paths)).not.toContain('example');
  });

  it('has the error codes of these routes', () => {
    expect(document.components.schemas.ErrorCode.enum).toEqual(['b']);
  });
});
