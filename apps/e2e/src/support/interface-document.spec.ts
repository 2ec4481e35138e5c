import { describe, expect, it } from '@jest/globals';
import { InterfaceDocument } from './interface-document.js';

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' }, example: { size: 1 } } };
const operation = { parameters: [], requestBody: { content }, responses: { 200: { content }, 204: {} } };
const document = new InterfaceDocument({
  paths: { '/things/{thing}': { get: operation }, '/things/best': { post: operation } },
  components: {
    schemas: { Thing: { type: 'object', required: ['size'], properties: { size: { type: 'integer', minimum: 1 } } } },
  },
} as ConstructorParameters<typeof InterfaceDocument>[0]);

const answer = (status: number, text: string, contentType = 'application/json; charset=utf-8') => ({
  status,
  contentType,
  text,
});

describe(InterfaceDocument.name, () => {
  it.each([
    ['as described', 'GET', '/things/a?x=1', answer(200, '{"size":1}')],
    ['without a body', 'GET', '/things/a', answer(204, '', '')],
    ['of a route that it does not know', 'GET', '/other', answer(404, '{}')],
    ['to a method that it does not know', 'DELETE', '/things/a', answer(405, '{}')],
  ])('accepts a response %s', (_, method, path, given) => {
    expect(document.faultOf(method, path, given)).toBeNull();
  });

  it.each([
    ['of another status', answer(500, '{}'), '500 is not documented for get /things/{thing}'],
    ['of another media type', answer(200, 'x', 'text/html'), 'text/html is not documented'],
    ['with a field that is out of bounds', answer(200, '{"size":0}'), 'must be >= 1'],
    ['without a field', answer(200, '{}'), "must have required property 'size'"],
  ])('rejects a response %s', (_, given, why) => {
    expect(document.faultOf('GET', '/things/a', given)).toContain(why);
  });

  it('prefers a literal path to one with a variable', () => {
    expect(document.faultOf('POST', '/things/best', answer(201, '{}'))).toContain('201 is not documented');
  });

  it('reports what is wrong with a body, and which fields it may have', () => {
    const [first] = document.operations;
    if (first === undefined) throw new Error('There is no operation.');
    expect(document.faultsOf(first, first.example)).toEqual([]);
    expect(document.faultsOf(first, { size: 'x' }).map(({ instancePath }) => instancePath)).toEqual(['/size']);
    expect(document.fieldsOf(first)).toEqual(['size']);
  });
});
