/**
 * Checks every Markdown file: form (markdownlint), spelling (cspell), length of sentences and of table cells.
 * `npm test` runs it, `npm run docs:check` too. Prints the figures of the prose.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { files } from '../checks/workspace.mjs';
import { cellsOf, figuresOf, sentencesOf } from './prose.mjs';

const root = join(import.meta.dirname, '../..');
const limits = { meanWords: 18, percentAbove30: 0, cellCharacters: 80 };
const isGuide = (file) => file === 'README.md' || file === 'docs/quickstart.md' || file.startsWith('docs/guides/');

const documents = files(root, (name) => name.endsWith('.md')).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));
const paths = documents.map(({ file }) => file);

const problems = [
  ...sentenceProblems(
    'README and guides',
    documents.filter(({ file }) => isGuide(file)),
  ),
  ...sentenceProblems(
    'other documents',
    documents.filter(({ file }) => !isGuide(file)),
  ),
  ...documents.flatMap(cellProblems),
];
for (const problem of problems) console.error(problem);
const passed = [
  problems.length === 0,
  run('markdownlint-cli2/markdownlint-cli2-bin.mjs', ['--no-globs', ...paths.map((file) => `:${file}`)]),
  run('cspell/bin.mjs', ['lint', '--no-progress', ...paths]),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;

/** Prints the figures of a group of documents, and returns those that are above the limits. */
function sentenceProblems(group, members) {
  const sentences = members.flatMap(({ text }) => sentencesOf(text));
  const { sentences: count, meanWords, percentAbove30 } = figuresOf(sentences);
  console.log(
    `${group}: ${members.length} files, ${count} sentences, mean ${meanWords.toFixed(1)} words (at most ${limits.meanWords}), ` +
      `${percentAbove30.toFixed(1)} % above 30 words (at most ${limits.percentAbove30} %)`,
  );
  const isAbove = meanWords > limits.meanWords || percentAbove30 > limits.percentAbove30;
  return isAbove ? [`${group}: sentences are too long. The longest documents:`, ...longest(members)] : [];
}

function longest(members) {
  return members
    .map(({ file, text }) => ({ file, ...figuresOf(sentencesOf(text)) }))
    .sort((a, b) => b.meanWords - a.meanWords)
    .slice(0, 5)
    .map(
      ({ file, meanWords, percentAbove30 }) =>
        `  ${file}: mean ${meanWords.toFixed(1)}, ${percentAbove30.toFixed(1)} % above 30`,
    );
}

function cellProblems({ file, text }) {
  return cellsOf(text)
    .filter((cell) => cell.length >= limits.cellCharacters)
    .map(
      (cell) =>
        `${file}: a table cell has ${cell.length} characters; at most ${limits.cellCharacters - 1}: ${cell.slice(0, 60)}...`,
    );
}

/** Runs a tool of node_modules on the documents, and returns whether it passed. */
function run(tool, args) {
  const { status } = spawnSync(process.execPath, [join('node_modules', tool), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}
