import { describe, expect, it } from '@jest/globals';
import { toImage, toRow } from './image.mapper.js';

describe('a row', () => {
  it('gives back what was put into it', () => {
    const image = {
      id: '0198c5a4-7d10-7000-8000-000000000001',
      project_id: '0198c5a4-7d10-7000-8000-000000000002',
      name: 'First',
      created_at: '2026-01-02T03:04:05.678Z',
      updated_at: '2026-02-03T04:05:06.789Z',
    };
    expect(toImage(toRow(image))).toEqual(image);
  });
});
