import { describe, expect, it } from '@jest/globals';
import { keyOf } from './stored-objects.service.js';

const name = { kind: 'image', project_id: '0198c5a4-7d10-7000-8000-000000000002', name: 'a.png' } as const;

describe(keyOf.name, () => {
  it('separates projects and kinds', () => {
    const other = { ...name, project_id: '0198c5a4-7d10-7000-8000-000000000003' };
    const keys = [name, other, { ...name, kind: 'conversation' as const }].map(keyOf);
    expect(keys[0]).toBe(`images/${name.project_id}/a.png`);
    expect(new Set(keys).size).toBe(3);
  });
});
