import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

/** Folders of snippets, and the guide that shows them. */
const folders = { 'docs/snippets': 'connect-a-client', 'docs/snippets/providers': 'add-a-provider' };

const snippets = Object.entries(folders).flatMap(([folder, guide]) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [`docs/guides/${guide}.md`, `${folder}/${name}`]),
);

it('README.md begins with docs/snippets/curl.sh', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toContain(readFileSync(join(root, 'docs/snippets/curl.sh'), 'utf8'));
});

// The console shows some of these files, and the end-to-end tests use them all.
it.each(snippets)('%s shows %s as it is', (guide, snippet) => {
  const shown = `\n${readFileSync(join(root, snippet), 'utf8')}\`\`\``;
  expect(readFileSync(join(root, guide), 'utf8')).toContain(shown);
});
