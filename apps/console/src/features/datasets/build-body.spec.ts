import { describe, expect, it } from '@jest/globals';
import { buildBody, formatProblem } from './build-body.js';

describe('the body of a dataset of interactions', () => {
  it('fixes a relative time range', () => {
    const now = Date.parse('2026-01-02T00:00:00Z');
    const fields = { key: 'a', name: '', format: 'sft' } as const;
    expect(buildBody(fields, { range: '24h', model: 'large' }, now)).toEqual({
      key: 'a',
      from: {
        kind: 'interactions',
        format: 'sft',
        filter: { model: 'large', label: [], tag: [], created_after: '2026-01-01T00:00:00.000Z' },
      },
    });
  });

  it('names what a format needs', () => {
    expect(formatProblem('sft', {})).toBeNull();
    expect(formatProblem('kto', {})).toContain('metric');
    expect(formatProblem('dpo', { metric: 'helpful', min: 1 })).toContain('bounds');
    expect(formatProblem('dpo', { metric: 'helpful' })).toBeNull();
  });
});
