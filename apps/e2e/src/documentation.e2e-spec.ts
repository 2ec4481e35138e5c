import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { stack } from './support/stack.js';

/** Answers of embedded models, on a busy machine. */
const timeoutMs = 120_000;
jest.setTimeout(timeoutMs);

const run = promisify(execFile);
const docs = join(import.meta.dirname, '../../../docs');
const quickstart = blocksOf('quickstart.md', 'sh');
const guides = readdirSync(join(docs, 'guides'))
  .map((file) => ({ file, blocks: blocksOf(`guides/${file}`, 'sh ci') }))
  .filter(({ blocks }) => blocks.length > 0);

describe('the documentation', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'documentation-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /**
   * Runs blocks in one shell, with a project of their own in place of `shop`; curl fails where the installation answers
   * with an error.
   */
  async function runBlocks(blocks: string[]): Promise<string> {
    const project = `docs-${Date.now()}`;
    const script = ['curl() { command curl --silent --show-error --fail-with-body "$@"; }', ...blocks].join('\n');
    const env = {
      ...process.env,
      EARSHOT_URL: stack().url,
      EARSHOT_ADMIN_KEY: stack().adminKey,
      PROJECT: project,
    };
    const args = ['-euo', 'pipefail', '-c', script.replaceAll(/\bshop\b/g, project)];
    const { stdout } = await run('bash', args, { env, cwd: folder, timeout: timeoutMs });
    return stdout;
  }

  it('has a quickstart of ten steps that work one after the other in one shell', async () => {
    expect(quickstart).toHaveLength(10);
    await runBlocks(quickstart);
    const lines = readFileSync(join(folder, 'answers.jsonl'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { messages } = JSON.parse(line) as { messages: { role: string }[] };
      expect(messages.at(-1)?.role).toBe('assistant');
    }
  });

  it.each(guides)(
    'has in guides/$file commands that work after the first steps of the quickstart',
    async ({ blocks }) => {
      const untilPreference = quickstart.slice(0, 7);
      const output = await runBlocks([...untilPreference, 'COMPLETION=$LARGE', ...blocks]);
      expect(output).not.toContain('"error":{');
    },
  );
});

/** Code blocks of a document with this info string. */
function blocksOf(file: string, info: string): string[] {
  const text = readFileSync(join(docs, file), 'utf8');
  return text
    .split('```' + info + '\n')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('\n```')));
}
