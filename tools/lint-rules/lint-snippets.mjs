/**
 * Lints snippets as if they stood in the tree: reads `[{ file, code }]` as JSON from standard input, writes `[{ file, findings }]` with
 * the ids and messages of the rules that object. A process of its own, so that ESLint runs as it does from the command line.
 */
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const root = join(import.meta.dirname, '../..');
const eslint = new ESLint({
  cwd: root,
  // The snippets are in no TypeScript project, so nothing is known of their types.
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
