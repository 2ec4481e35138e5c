/**
 * Checks the README's commands: `node tools/readme-check.mjs`. Commands for CI are in blocks that begin with ```sh ci;
 * `--list` prints them, one per line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Scripts that npm runs without `run`. */
const shorthand = new Set(['start', 'stop', 'test', 'restart']);

/**
 * Returns the commands for CI.
 *
 * @param {string} readme
 * @returns {string[]}
 */
export function commandsForCi(readme) {
  const blocks = readme.matchAll(/^```sh ci\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, block]) =>
    block
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

/**
 * Returns the problems of the README's commands.
 *
 * @param {string} readme
 * @param {Record<string, string>} scripts Scripts of package.json.
 * @returns {string[]}
 */
export function readmeProblems(readme, scripts) {
  const commands = commandsForCi(readme);
  const problems = commands
    .filter((command) => !command.startsWith('npm '))
    .map((command) => `'${command}' is marked for CI and no npm script.`);
  if (commands.length === 0) problems.push('No command is marked for CI (```sh ci).');
  for (const name of mentioned(readme)) {
    if (!(name in scripts)) problems.push(`The README names the script '${name}', which package.json does not have.`);
  }
  return problems;
}

/** Returns the npm scripts that the README names. */
function mentioned(readme) {
  const names = [...readme.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)]
    .filter(([whole, name]) => whole.startsWith('npm run ') || shorthand.has(name))
    .map(([, name]) => name);
  return new Set(names);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const problems = readmeProblems(readme, scripts);
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  } else if (process.argv.includes('--list')) {
    console.log(commandsForCi(readme).join('\n'));
  }
}
