import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/guides/connect-a-client.md'), 'utf8');

it('README.md begins with docs/snippets/curl.sh', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toContain(readFileSync(join(root, 'docs/snippets/curl.sh'), 'utf8'));
});

// The console shows the same files, and the end-to-end tests run them.
it.each(readdirSync(join(root, 'docs/snippets')))('the guide shows docs/snippets/%s as it is', (name) => {
  expect(guide).toContain(`\n${readFileSync(join(root, 'docs/snippets', name), 'utf8')}\`\`\``);
});
