import { describe, expect, it } from '@jest/globals';
import { modelName } from '../../ui/format.js';
import { decisionWords, reasonAfter, reasons, reviewBody, type Lease } from './decision.js';

const lease: Lease = { id: 'l', item: 'i', completions: ['left', 'right'], expiresAtMs: 0 };

describe('decisions', () => {
  it('name the completion of the column, whatever the random order was', () => {
    expect(reviewBody(lease, { kind: 'preferred', column: 1 })).toEqual({
      lease_id: 'l',
      preferred_completion: 'right',
    });
    const turned = { ...lease, completions: ['right', 'left'] };
    expect(reviewBody(turned, { kind: 'preferred', column: 1 }).preferred_completion).toBe('left');
  });

  it('have exactly one of tie, value and skip', () => {
    expect(reviewBody(lease, { kind: 'tied', tied: 'bad' })).toEqual({ lease_id: 'l', tied: 'bad' });
    expect(reviewBody(lease, { kind: 'skipped' })).toEqual({ lease_id: 'l', skip: true });
    expect(reviewBody(lease, { kind: 'rated', value: 0, reason: null, details: ' ' })).toEqual({
      lease_id: 'l',
      value: 0,
    });
    expect(reviewBody(lease, { kind: 'rated', value: false, reason: 'Style', details: 'Too long' })).toEqual({
      lease_id: 'l',
      value: false,
      reason: 'Style',
      details: 'Too long',
    });
  });

  it('name the models once they are known', () => {
    expect(decisionWords({ kind: 'preferred', column: 1 }, ['large', 'small'])).toBe(
      'You preferred B (small) to A (large).',
    );
    expect(decisionWords({ kind: 'tied', tied: 'good' }, [null, null])).toBe('You called A and B equally good.');
    expect(decisionWords({ kind: 'rated', value: true, reason: null, details: '' }, [null])).toBe(
      'You rated the answer yes.',
    );
    expect(modelName('support/large')).toBe('large');
  });

  it('have each reason once on the way through all of them', () => {
    const seen = reasons.map((_, index) =>
      reasons.slice(0, index).reduce((reason) => reasonAfter(reason), reasonAfter(null)),
    );
    expect(seen).toEqual(reasons);
    expect(reasonAfter('WrongAnswer')).toBeNull();
  });
});
