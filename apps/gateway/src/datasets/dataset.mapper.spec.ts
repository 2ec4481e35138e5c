import { describe, expect, it } from '@jest/globals';
import { allInteractions } from '@earshot/contracts-interactions';
import type { DatasetFile } from '@earshot/contracts-storage';
import { toProcessingStatus } from '../graphql/datasets/dataset.mapper.js';
import { toDatasetResponse } from './dataset.mapper.js';

const at = '2026-01-31T12:00:00.000Z';
const uploaded: DatasetFile = {
  ...{ kind: 'dataset', id: 'd', project_id: 'p', key: 'chats', name: 'Chats', status: 'processing' },
  ...{ size: 1_000, sha256: null, content_type: 'application/x-ndjson', created_at: at, updated_at: at },
  ...{ rows: 3, bytes: 255, errors: [], original_kept: true, recipe_size: null },
};
const source = { kind: 'interactions' as const, format: 'sft' as const, filter: allInteractions, snapshot: null };
const exported: DatasetFile = { ...uploaded, size: 0, source, manifest_size: null };

describe('the progress of a dataset', () => {
  it.each<[string, DatasetFile, number]>([
    ['bytes of an upload', uploaded, 25],
    ['rows of the expected ones', { ...exported, rows_expected: 8 }, 37],
    ['0 before they are counted', { ...exported, rows_expected: null }, 0],
    ['0 from a service before 0.2', exported, 0],
    ['at most 99 before it is ready', { ...exported, rows: 9, rows_expected: 8 }, 99],
    ['100 when ready', { ...exported, status: 'ready', rows_expected: 8 }, 100],
  ])('is %s', (_, file, percent) => {
    expect(toDatasetResponse(file)).toMatchObject({ percent, rows_expected: file.rows_expected ?? null });
  });
});

describe('a cancelled dataset', () => {
  const shown = toDatasetResponse({ ...exported, status: 'failed', cancelled_at: at });

  it('has a status of its own, and when it was cancelled', () => {
    expect(shown).toMatchObject({ status: 'cancelled', cancelled_at: at, errors: [] });
    expect(toDatasetResponse({ ...exported, status: 'failed' })).toMatchObject({
      status: 'failed',
      cancelled_at: null,
    });
  });

  it('is an error in GraphQL', () => {
    expect(toProcessingStatus(shown)).toMatchObject({ status: 'ERROR', error: 'The dataset was cancelled.' });
  });
});
