// npm run contracts:compare -- <commit, branch or tag>: compares this checkout's contracts with those of a commit.
// Exits with 1 if they are incompatible. CI compares with the target branch, so recreated files do not hide a change.
import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { advice, breaks, retired } from './compatibility.mjs';
import { contractsFolder, isSnapshot, readSnapshots } from './files.mjs';

const [, , commit] = process.argv;
if (commit === undefined) throw new Error('Usage: npm run contracts:compare -- <commit, branch or tag>');

const git = (...args) =>
  execFileSync('git', args, { cwd: contractsFolder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const root = relative(git('rev-parse', '--show-toplevel').trim(), contractsFolder);
const paths = git('ls-tree', '-r', '--name-only', commit, '.').split('\n').filter(isSnapshot);
const before = new Map(paths.map((path) => [path, JSON.parse(git('show', `${commit}:${root}/${path}`))]));

const after = readSnapshots();
const broken = breaks(before, after);
for (const path of retired(before, after)) console.log(`${path}: retired. No version that still runs may send it.`);
console.log(
  `${before.size} schemas of ${commit}: ${broken.length === 0 ? 'each version reads what the other writes.' : 'broken.'}`,
);
if (broken.length > 0) {
  console.error([...broken, advice].join('\n'));
  process.exitCode = 1;
}
