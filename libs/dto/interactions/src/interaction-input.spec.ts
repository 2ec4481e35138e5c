import { describe, expect, it } from '@jest/globals';
import { parseBody, parseQuery } from '@earshot/dto-common';
import { interactionInputSchema, interactionQuerySchema } from './index.js';
import { timeOf } from './time.js';

const least = { project: 'p', messages: [{ role: 'user', content: 'Hi' }], completion: '' };
const parsed = (body: object) => parseBody(interactionInputSchema, body);

describe('a time', () => {
  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.678Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    [1_700_000_000.5, '2023-11-14T22:13:20.500Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
    ['1969-12-31T23:59:59Z', undefined],
    [-1, undefined],
    ['yesterday', undefined],
    ['2026-02-30T00:00:00Z', undefined],
    [null, undefined],
    [Number.NaN, undefined],
  ])('%p is %p', (given, time) => expect(timeOf(given)).toBe(time));

  it.each(['9999-01-01T00:00:00Z', 253_370_764_800, 32_503_680_000, new Date(Date.now() + 3_600_000).toISOString()])(
    'in the future, as %p, is refused',
    (created_at) => {
      expect(() => parsed({ ...least, created_at })).toThrow(
        expect.objectContaining({ code: 'invalid_field', param: 'created_at' }),
      );
    },
  );
});

describe('an interaction', () => {
  it('has its messages in the current form from every input form', () => {
    expect(parsed({ use_case: 'p', prompt: 'Hi', completion: 'x', unknown: 1 })).toEqual({
      use_case: 'p',
      messages: [{ role: 'user', content: 'Hi' }],
      completion: 'x',
    });
    expect(parsed({ ...least, prompt: null, model_service: null })).toMatchObject(least);
  });

  it.each([
    [{ completion: 'x' }, 'missing_field', 'messages'],
    [{ ...least, prompt: 'x' }, 'invalid_field', 'prompt'],
    [{ ...least, user: 'ann', labels: { user: 'bob' } }, 'invalid_field', 'user'],
    [
      { ...least, feedbacks: [{ metric: 'm', value: 1, reason: 'x'.repeat(1_001) }] },
      'invalid_field',
      'feedbacks[0].reason',
    ],
    [
      { ...least, feedbacks: [{ metric: 'm', value: 1, details: '語'.repeat(22_000) }] },
      'invalid_field',
      'feedbacks[0].details',
    ],
    [
      { ...least, feedbacks: Array.from({ length: 101 }, () => ({ metric: 'm', value: 1 })) },
      'invalid_field',
      'feedbacks',
    ],
    [{ ...least, feedbacks: [{ metric: 'm' }] }, 'missing_field', 'feedbacks[0].value'],
  ])('as %j is refused', (body, code, param) => {
    expect(() => parsed(body)).toThrow(expect.objectContaining({ code, param }));
  });
});

describe('the query string of a list', () => {
  it('accepts one or several labels and tags, and numbers of all forms', () => {
    expect(
      parseQuery(interactionQuerySchema, { label: 'a:b:c', tag: ['x', 'y'], metric: 'm', min: '-1.5e3' }),
    ).toMatchObject({
      limit: 20,
      cursor: null,
      label: ['a:b:c'],
      tag: ['x', 'y'],
      metric: 'm',
      min: -1_500,
    });
  });
});
