import { describe, expect, it } from '@jest/globals';
import { parseBody } from '@earshot/dto-common';
import type { AppError } from '@earshot/errors';
import { embeddingsInputSchema } from './embeddings-input.js';

const good = { input: 'Hi', model: 'shop' };

function refusalOf(body: object): AppError {
  try {
    parseBody(embeddingsInputSchema, { ...good, ...body });
  } catch (error) {
    return error as AppError;
  }
  throw new Error('The body was taken.');
}

describe('a request for embeddings', () => {
  it.each([
    { input: ['a'] },
    { input: Array(2_048).fill('x') },
    { input: Array(2_049).fill(7) },
    { input: [[1, 2], [3]] },
    { model: 'shop/small' },
    { encoding_format: null, dimensions: null, user: null, session_id: null },
    { dimensions: 1 },
    { dimensions: 2_147_483_647 },
    { user: 'somebody' },
    { session_id: '0197a000-0000-7000-8000-000000000004' },
    { truncate_prompt_tokens: 5 },
  ])('may hold %j', (body) => {
    expect(() => parseBody(embeddingsInputSchema, { ...good, ...body })).not.toThrow();
  });

  it.each(['float', 'Float', 'base64', 'Base64'])('may ask for %s', (encoding_format) => {
    const parsed = parseBody(embeddingsInputSchema, { ...good, encoding_format });
    expect(parsed.encoding_format).toBe(encoding_format.toLowerCase());
  });

  it.each([
    ['no input', { input: undefined }, 'input'],
    ['no text', { input: '' }, 'input'],
    ['null for an input', { input: null }, 'input'],
    ['a number for an input', { input: 1 }, 'input'],
    ['an object for an input', { input: {} }, 'input'],
    ['a list of nothing', { input: [] }, 'input'],
    ['an empty text in a list', { input: ['a', ''] }, 'input[1]'],
    ['null in a list', { input: ['a', null] }, 'input[1]'],
    ['2,049 texts', { input: Array(2_049).fill('x') }, 'input'],
    ['a token id that is none', { input: [[1, -2]] }, 'input[0][1]'],
    ['texts among token ids', { input: [1, 'a'] }, 'input[0][1]'],
    ['an empty list of token ids', { input: [[1], []] }, 'input[1]'],
    ['no model', { model: undefined }, 'model'],
    ['a model without a name', { model: 'shop/' }, 'model'],
    ['another format', { encoding_format: 'int8' }, 'encoding_format'],
    ['a format that is a number', { encoding_format: 1 }, 'encoding_format'],
    ['0 dimensions', { dimensions: 0 }, 'dimensions'],
    ['half a dimension', { dimensions: 1.5 }, 'dimensions'],
    ['dimensions beyond int32', { dimensions: 2_147_483_648 }, 'dimensions'],
    ['dimensions as a text', { dimensions: '3' }, 'dimensions'],
    ['a user that is a number', { user: 1 }, 'user'],
    ['a session that is no uuid', { session_id: 'x' }, 'session_id'],
  ])('may not hold %s', (_, body, param) => {
    expect(refusalOf(body)).toMatchObject({ type: 'invalid_request_error', param });
  });

  it.each([
    [{ input: ['a', [1]] }, 'input: expected strings or arrays of token ids, not both.'],
    [{ input: Array(2_049).fill('x') }, 'input: expected at most 2048 entries, got 2049.'],
    [{ input: 1 }, 'input: expected a string or an array, got 1.'],
    [{ input: [''] }, 'input[0]: expected at least 1 characters, got "".'],
    [{ encoding_format: 'int8' }, 'encoding_format: expected one of "float", "Float", "base64", "Base64", got "int8".'],
  ])('names the expected type instead of %j', (body, message) => {
    expect(refusalOf(body).message).toBe(message);
  });
});
