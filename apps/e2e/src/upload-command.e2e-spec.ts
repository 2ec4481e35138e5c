import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makeProject, send } from './support/api.js';
import { stack } from './support/stack.js';
import { sha256, Uploads } from './support/upload-sessions.js';
import { until } from './support/until.js';

jest.setTimeout(240_000);

const main = join(import.meta.dirname, '../../../tools/upload/main.mjs');

describe('npm run upload', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upload-command-'));
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    project = await makeProject(['data', 'read']);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(...args: string[]): ChildProcess {
    const env = { ...process.env, EARSHOT_URL: stack().url, EARSHOT_API_KEY: project.apiKey, EARSHOT_DATA_DIR: folder };
    return spawn(process.execPath, [main, '--project', project.key, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async function ended(command: ChildProcess) {
    const [stdout, stderr, [code]] = await Promise.all([
      text(command.stdout!),
      text(command.stderr!),
      once(command, 'exit'),
    ]);
    return { code: code as number, stdout, stderr };
  }

  it('creates a dataset from a file and shows its progress', async () => {
    const file = join(folder, 'tickets.jsonl');
    writeFileSync(file, '{"prompt": "Hi", "completion": "Hello"}\n'.repeat(1_000));
    const { code, stdout, stderr } = await ended(run('--dataset', 'tickets', file));
    expect([code, stderr.includes('rror')]).toEqual([0, false]);
    expect(stderr).toContain('sending: 100 %');
    expect(stdout).toContain('"status": "ready"');
    const answer = await send('GET', `/api/v1/projects/${project.key}/datasets/tickets/download`, {
      key: project.apiKey,
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(file))).toBe(true);
  });

  it('resumes an upload that was interrupted with Ctrl-C', async () => {
    const file = join(folder, 'large.bin');
    const bytes = randomBytes(200_000_000);
    writeFileSync(file, bytes);
    const first = run('--artifact', 'large', file);
    const firstEnd = ended(first);
    const sessionId = await sessionOf(folder);
    const uploads = new Uploads(project.key, project.apiKey);
    await until(async () => (await uploads.status(sessionId)).completed_parts.length > 0, 60_000, 20);
    first.kill('SIGINT');
    expect(await firstEnd).toMatchObject({ code: 1, stderr: expect.stringContaining('again to resume') });
    expect((await uploads.status(sessionId)).state).toBe('open');
    const { code, stdout } = await ended(run('--artifact', 'large', file));
    expect([code, stdout.includes('Resuming: ')]).toEqual([0, true]);
    const { id } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { id: string };
    const answer = await send('GET', `/artifacts/${id}/download`, { key: project.apiKey });
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes));
    expect((await uploads.status(sessionId)).state).toBe('consumed');
  });

  it('fails with exit code 2 and the reason when the file does not exist', async () => {
    const { code, stderr } = await ended(run('--dataset', 'tickets', join(folder, 'none')));
    expect([code, stderr]).toEqual([2, expect.stringContaining('does not exist')]);
  });
});

/** Waits for the session id that the command stores. */
function sessionOf(folder: string): Promise<string> {
  const poll = () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /uploads.[0-9a-f]+\.json$/.test(name),
    );
    const stored = files.map((name) => readFileSync(join(folder, name), 'utf8')).find((content) => content !== '');
    return stored !== undefined && (JSON.parse(stored) as { session_id: string }).session_id;
  };
  return until(poll, 60_000, 20);
}
