import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const folder = path.resolve(import.meta.dirname, '../../.github/workflows');
const workflows = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));

describe('the actions of CI', () => {
  it('are pinned to a commit, with the version in a comment', () => {
    const used = workflows.flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action ?? ''));
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('have no write permission to the repository', () => {
    for (const text of workflows) expect(text).toMatch(/^permissions: \{ contents: read \}$/m);
  });
});
