import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { files } from '../checks/workspace.mjs';
import { brokenLinks, missingDocs, missingSources } from './links.mjs';

const root = join(import.meta.dirname, '../..');

describe('the documents', () => {
  it.each(files(root, (name) => name.endsWith('.md')))('%s links to files and headings that exist', (file) => {
    expect(brokenLinks(root, file)).toEqual([]);
  });

  it.each(files(root, (name) => name === 'README.md').filter((file) => /^(?:apps|libs|infra)\//.test(file)))(
    '%s names source files that exist',
    (file) => {
      expect(missingSources(root, file)).toEqual([]);
    },
  );

  it('are named in code and configuration by paths that exist', () => {
    const named = files(root, (name) => /\.(?:ts|mjs|md|ya?ml|sql|json|tpl)$/.test(name));
    expect(named.flatMap((file) => missingDocs(root, file).map((path) => `${file}: ${path}`))).toEqual([]);
  });
});

describe('brokenLinks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('finds missing files and headings, and skips external links and code', () => {
    writeFileSync(join(folder, 'b.md'), '# `PORT` and [more](x)\n');
    const links = ['(b.md)', '(b.md#port-and-more)', '(#here)', '(https://a.example)', '(c.md)', '(b.md#none)'];
    writeFileSync(
      join(folder, 'a.md'),
      `# Here\n${links.map((link) => `[x]${link}`).join(' ')}\n\`\`\`\n[x](d.md)\n\`\`\`\n`,
    );
    expect(brokenLinks(folder, 'a.md')).toEqual(['c.md', 'b.md#none']);
  });
});
