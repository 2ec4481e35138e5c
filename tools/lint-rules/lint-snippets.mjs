/**
 * Lints snippets as files of the workspace: reads `[{ file, code }]` as JSON from stdin, writes `[{ file, findings }]`
 * with rule ids and messages. A separate process, so that ESLint runs as on the command line.
 */
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const root = join(import.meta.dirname, '../..');
const eslint = new ESLint({
  cwd: root,
  // Snippets belong to no TypeScript project, so there are no types.
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    { rules: { '@typescript-eslint/switch-exhaustiveness-check': 'off', '@typescript-eslint/no-unused-vars': 'off' } },
  ],
});

const results = [];
for (const { file, code } of await json(process.stdin)) {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  results.push({ file, findings: result.messages.map(({ ruleId, message }) => ({ rule: ruleId, message })) });
}
process.stdout.write(JSON.stringify(results));
