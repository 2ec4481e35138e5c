import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { stack } from './support/stack.js';

const run = promisify(execFile);
const quickstart = readFileSync(join(import.meta.dirname, '../../../docs/quickstart.md'), 'utf8');
const blocks = [...quickstart.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);

/** Three answers of embedded models on a busy machine. */
const timeoutMs = 120_000;

describe('docs/quickstart.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quickstart-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it(
    'has ten steps that work one after the other in one shell',
    async () => {
      expect(blocks).toHaveLength(10);
      const env = {
        ...process.env,
        EARSHOT_URL: stack().url,
        EARSHOT_ADMIN_KEY: stack().adminKey,
        PROJECT: `quickstart-${Date.now()}`,
      };
      await run('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], { env, cwd: folder, timeout: timeoutMs });
      const lines = readFileSync(join(folder, 'answers.jsonl'), 'utf8').trim().split('\n');
      expect(lines).toHaveLength(3);
      for (const line of lines) {
        const { messages } = JSON.parse(line) as { messages: { role: string }[] };
        expect(messages.at(-1)?.role).toBe('assistant');
      }
    },
    timeoutMs,
  );
});
