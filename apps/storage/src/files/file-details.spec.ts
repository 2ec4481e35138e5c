import { expect, it } from '@jest/globals';
import { newDataset, newExportedDataset, withoutBytes } from './file-details.js';

it('keeps the number of pieces of a dataset whose objects are deleted, without their bytes', () => {
  expect(withoutBytes({ ...newDataset, pieces: [3, 4], recipe_size: 7 })).toEqual({
    ...newDataset,
    pieces: [0, 0],
    recipe_size: null,
    original_kept: false,
  });
  const exported = newExportedDataset({ kind: 'interactions', format: 'sft', filter: {}, snapshot: null });
  const pieces = { lines: [1, 2], recipe: [3], manifest: [] };
  const details = { ...exported, exported: { ...exported.exported!, pieces, manifest_size: 9 } };
  expect(withoutBytes(details).exported).toMatchObject({
    pieces: { lines: [0, 0], recipe: [0], manifest: [] },
    manifest_size: null,
  });
});
