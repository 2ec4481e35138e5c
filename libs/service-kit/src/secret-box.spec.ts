import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box.js';

describe(SecretBox.name, () => {
  const master = randomBytes(32);
  const box = new SecretBox(master, 'test');

  it('opens what it sealed, and seals the same secret differently each time', () => {
    expect(box.open(box.seal('schlüssel', 'owner'), 'owner')).toBe('schlüssel');
    expect(box.seal('x', 'owner')).not.toBe(box.seal('x', 'owner'));
  });

  it('seals the same secret of the same owner alike when told to, and only then', () => {
    const seal = (secret: string, owner: string) => box.seal(secret, owner, { repeatable: true });
    expect(seal('x', 'owner')).toBe(seal('x', 'owner'));
    expect(seal('x', 'owner')).not.toBe(seal('y', 'owner'));
    expect(seal('x', 'owner')).not.toBe(seal('x', 'other'));
    expect(box.open(seal('x', 'owner'), 'owner')).toBe('x');
  });

  it.each([
    ['another owner', () => box.open(box.seal('x', 'owner'), 'other')],
    ['another purpose', () => new SecretBox(master, 'else').open(box.seal('x', 'owner'), 'owner')],
    ['another master secret', () => new SecretBox(randomBytes(32), 'test').open(box.seal('x', 'owner'), 'owner')],
    [
      'a changed text',
      () =>
        box.open(
          box.seal('x', 'owner').replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
          'owner',
        ),
    ],
    ['a text that was never sealed', () => box.open('sk-plain', 'owner')],
  ])('refuses %s', (_, open) => {
    expect(open).toThrow();
  });

  it('derives the same bytes for the same text alone', () => {
    expect(box.derive('a')).toEqual(new SecretBox(master, 'test').derive('a'));
    expect(box.derive('a')).not.toEqual(box.derive('b'));
  });
});
