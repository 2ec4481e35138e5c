import { describe, expect, it } from '@jest/globals';
import { keyOf, toRow, toStoredObject } from './stored-object.mapper.js';

const announced = {
  id: '0198c5a4-7d10-7000-8000-000000000001',
  kind: 'image' as const,
  project_id: '0198c5a4-7d10-7000-8000-000000000002',
  name: `${'a'.repeat(64)}.png`,
  size: 20_971_520,
  sha256: 'a'.repeat(64),
  content_type: 'image/png',
};

describe('a row', () => {
  it('gives back what was put into it', () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    expect(toStoredObject(toRow(announced, at, at))).toEqual({ ...announced, created_at: at.toISOString() });
  });
});

describe(keyOf.name, () => {
  it('keeps projects and kinds apart', () => {
    const other = { ...announced, project_id: '0198c5a4-7d10-7000-8000-000000000003' };
    const keys = [announced, other, { ...announced, kind: 'conversation' as const }].map(keyOf);
    expect(keys[0]).toBe(`images/${announced.project_id}/${announced.name}`);
    expect(new Set(keys).size).toBe(3);
  });
});
