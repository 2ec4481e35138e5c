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

  it('seals deterministically only where requested', () => {
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
          box.seal('x', 'owner').replace(/.(?==)/, (last) => (last === 'A' ? 'Q' : 'A')),
          'owner',
        ),
    ],
    ['a text that was never sealed', () => box.open('sk-plain', 'owner')],
  ])('refuses %s', (_, open) => {
    expect(open).toThrow();
  });

  it('derives equal bytes only for equal text', () => {
    expect(box.derive('a')).toEqual(new SecretBox(master, 'test').derive('a'));
    expect(box.derive('a')).not.toEqual(box.derive('b'));
  });

  describe('while the master secret changes', () => {
    const next = new SecretBox(randomBytes(32), 'test', [master]);
    /** As versions from before 0.1 sealed. */
    const withoutId = (sealed: string) => sealed.replace(/=.*/, '');

    it('opens texts of either key, and texts without a key id', () => {
      for (const sealed of [box.seal('x', 'owner'), withoutId(box.seal('x', 'owner')), next.seal('x', 'owner')])
        expect(next.open(sealed, 'owner')).toBe('x');
    });

    it('seals with the new key', () => {
      expect(() => box.open(next.seal('x', 'owner'), 'owner')).toThrow(/an unknown key: [0-9a-f]{12}/);
    });

    it.each([
      ['of the old one', (secret: string) => box.seal(secret, 'owner')],
      ['without an id', (secret: string) => withoutId(box.seal(secret, 'owner'))],
      ['of the new one without an id', (secret: string) => withoutId(next.seal(secret, 'owner'))],
    ])('renews a text %s, once', (_, seal) => {
      const renewed = next.renew(seal('x'), 'owner');
      expect([next.isOwn(renewed), next.open(renewed, 'owner')]).toEqual([true, 'x']);
      expect(next.renew(renewed, 'owner')).toBe(renewed);
    });

    it('writes texts that versions before 0.1 can read, because they ignore the key id', () => {
      const sealed = box.seal('x', 'owner');
      const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url');
      expect(bytes).toEqual(Buffer.from(withoutId(sealed).slice('v1.'.length), 'base64url'));
    });
  });
});
