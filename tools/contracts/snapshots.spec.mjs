import { contractsByOwner } from '@earshot/contracts';
import { describe, expect, it } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { advice, breaks, retired } from './compatibility.mjs';
import { readSnapshots } from './files.mjs';
import { snapshotsOfSources } from './snapshots.mjs';

const published = readSnapshots();
const sources = snapshotsOfSources();

describe('the messages of the sources', () => {
  it('are compatible with the published ones in both directions', () => {
    const found = breaks(published, sources);
    expect(found.length === 0 ? [] : [...found, advice]).toEqual([]);
  });

  it('equal the published ones (npm run contracts)', () => {
    const changed = [...sources].filter(([path, source]) => !isDeepStrictEqual(source, published.get(path)));
    expect(changed.map(([path]) => path)).toEqual([]);
  });

  it('include all published ones: retire a message together with its files', () => {
    expect(retired(published, sources)).toEqual([]);
  });

  it('accept unknown fields, because newer versions send some', () => {
    const parts = Object.values(contractsByOwner)
      .flat()
      .flatMap(({ type, request, reply, chunk, schema }) =>
        [request, reply, chunk, schema].filter(Boolean).map((part) => ({ type, part })),
      );
    // What an object takes, which is not told by what it gives.
    const strict = parts.filter(({ part }) =>
      JSON.stringify(z.toJSONSchema(part, { io: 'input' })).includes('"additionalProperties":false'),
    );
    expect(strict.map(({ type }) => type)).toEqual([]);
  });
});
