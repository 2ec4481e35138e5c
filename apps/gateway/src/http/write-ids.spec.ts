import { describe, expect, it } from '@jest/globals';
import { writeIds } from './write-ids.js';

const context = (idempotencyKey: string | null, operation = 'POST /x') => ({ idempotencyKey, operation });

describe(writeIds.name, () => {
  it('are unique without an idempotency key', () => {
    expect(writeIds(context(null), 'p')).not.toEqual(writeIds(context(null), 'p'));
  });

  it('are equal only for the same key, scope and operation', () => {
    const ids = [
      writeIds(context('k'), 'p'),
      writeIds(context('k'), 'q'),
      writeIds(context('k'), null),
      writeIds(context('l'), 'p'),
      writeIds(context('k', 'POST /y'), 'p'),
      writeIds(context('k'), ['p', 'one caller']),
      writeIds(context('k'), ['p', 'another']),
    ];
    expect(writeIds(context('k'), 'p')).toEqual(ids[0]);
    expect(new Set(ids.flatMap(({ command, entity }) => [command, entity])).size).toBe(14);
  });

  it('never change, so that a key remains valid after an update', () => {
    expect(writeIds(context('k'), 'p')).toMatchInlineSnapshot(`
     {
       "command": "23ced25b-d399-5927-ab54-ee7d5767e3e8",
       "entity": "7708ee94-df44-50b2-ab04-54df39042fc4",
     }
    `);
  });
});
