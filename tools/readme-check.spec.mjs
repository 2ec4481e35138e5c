import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsForCi, readmeProblems } from './readme-check.mjs';

const root = join(import.meta.dirname, '..');
const block = (...lines) => ['```sh ci', ...lines, '```', ''].join('\n');

describe('commandsForCi', () => {
  it('returns the marked blocks only, without comments', () => {
    const readme = `${block('npm start # runs', '# words', '', 'npm run stop')}\n\`\`\`sh\ncurl x\n\`\`\`\n`;
    expect(commandsForCi(readme)).toEqual(['npm start', 'npm run stop']);
  });
});

describe('readmeProblems', () => {
  const scripts = { start: 'x', stop: 'x' };

  it('finds nothing where every command is a script', () => {
    expect(readmeProblems(`${block('npm start')} then \`npm run stop\``, scripts)).toEqual([]);
  });

  it.each([
    ['a script that is not there', `${block('npm start')} and \`npm run bench\``, /'bench'/],
    ['a marked command that is no script', block('curl x'), /'curl x'/],
    ['a README without marked commands', '`npm start`', /No command/],
  ])('finds %s', (_what, readme, problem) => {
    expect(readmeProblems(readme, scripts)).toEqual([expect.stringMatching(problem)]);
  });
});

describe('README.md', () => {
  it('names commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(readmeProblems(readFileSync(join(root, 'README.md'), 'utf8'), scripts)).toEqual([]);
  });
});
