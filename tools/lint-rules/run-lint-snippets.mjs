import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Loading ESLint, the Nx graph and the configuration takes seconds. */
const timeoutMs = 180_000;

/**
 * Runs lint-snippets.mjs of a workspace.
 *
 * @param {string} root The workspace.
 * @param {{ file: string, code: string }[]} snippets
 * @returns {Promise<{ file: string, findings: { rule: string, message: string }[] }[]>} In the order of the snippets.
 */
export function runLintSnippets(root, snippets) {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
    const script = join(root, 'tools/lint-rules/lint-snippets.mjs');
    const child = execFile(process.execPath, [script], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`, { cause: error }));
      else resolve(JSON.parse(stdout));
    });
    child.stdin.end(JSON.stringify(snippets));
  });
}
