import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call, send } from './support/api.js';
import { FeedbackProject } from './support/feedback-project.js';
import { stack } from './support/stack.js';
import { sha256, Uploads } from './support/upload-sessions.js';
import { until } from './support/until.js';

jest.setTimeout(240_000);

const main = join(import.meta.dirname, '../../cli/bin/earshot.mjs');

describe('the command earshot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
  const project = new FeedbackProject();
  let key: string;

  beforeAll(async () => {
    await project.start();
    const body = { name: 'cli', permissions: ['inference', 'feedback', 'data', 'read'] };
    key = (await call('POST', `/api/v1/projects/${project.key}/api_keys`, { body })).body.api_key;
    const signedIn = await ended(start(['login', '--project', project.key, '--url', stack().url], key));
    expect(signedIn).toMatchObject({ code: 0, stdout: expect.stringContaining(`${project.key}/m`) });
  });
  afterAll(async () => {
    await project.stop();
    rmSync(folder, { recursive: true });
  });

  function start(args: string[], input = '', env: Record<string, string> = {}): ChildProcess {
    const { PATH = '' } = process.env;
    const own = { PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), XDG_STATE_HOME: join(folder, 'state') };
    const command = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...own, ...env } });
    command.stdin.end(input);
    return command;
  }

  async function ended(command: ChildProcess) {
    const [stdout, stderr, [code]] = await Promise.all([
      text(command.stdout!),
      text(command.stderr!),
      once(command, 'exit'),
    ]);
    return { code: code as number, stdout, stderr };
  }

  const run = (...args: string[]) => ended(start(args));

  /** Runs with `--json`. @returns the last object */
  async function json(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await run(...args, '--json');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
  }

  it('stores the key for the user only', () => {
    expect(statSync(join(folder, 'config/earshot/credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('streams an answer, on which feedback can be recorded, and shows it in the logs', async () => {
    const metric = await project.metric('bool');
    expect(await run('chat', 'Hello')).toMatchObject({ code: 0, stdout: 'Hello there.\n' });
    const { completion_id, content } = await json('chat', 'Hello again');
    const completion = String(completion_id);
    expect(content).toBe('Hello there.');
    expect((await run('feedback', completion, metric, 'true')).code).toBe(0);
    expect(await json('logs', '-n', '1')).toMatchObject({ completion_id: completion, completion: 'Hello there.' });
    const { stdout } = await run('logs', '-n', '2');
    const said = ['Hello', 'Hello again'].map((text) => expect.stringContaining(`${text} → Hello there.`));
    expect(stdout.trimEnd().split('\n')).toEqual(said);
  });

  it('follows interactions and feedback live, until it is interrupted', async () => {
    const command = start(['logs', '--follow', '-n', '0', '--json']);
    const end = ended(command);
    const seen: string[] = [];
    command.stdout?.on('data', (data: Buffer) => seen.push(data.toString()));
    const metric = await project.metric('bool');
    const isSeen = async () => {
      const { completionId } = await project.completion();
      await project.post('feedback', { completion_id: completionId, metric, value: true });
      return /"event":"feedback"/.test(seen.join('')) && /"completion":"Hello there."/.test(seen.join(''));
    };
    await until(isSeen, 60_000, 500);
    command.kill('SIGINT');
    expect((await end).code).toBe(130);
  });

  it('makes a dataset of a file, lists it and downloads the same bytes', async () => {
    const file = join(folder, 'tickets.jsonl');
    writeFileSync(file, '{"prompt": "Hi", "completion": "Hello"}\n'.repeat(1_000));
    const { code, stdout, stderr } = await run('upload', 'tickets.jsonl', '--dataset', 'tickets');
    expect([code, stderr]).toEqual([0, expect.stringContaining('sending: 100 %')]);
    expect(stdout).toContain('tickets: ready, 1000 rows, ');
    expect((await run('datasets', 'list')).stdout).toMatch(/^tickets +ready +1000 /m);
    expect((await run('datasets', 'download', 'tickets', '-o', 'copy.jsonl')).code).toBe(0);
    expect(readFileSync(join(folder, 'copy.jsonl')).equals(readFileSync(file))).toBe(true);
  });

  it('builds a dataset of the interactions that filters select', async () => {
    await project.completion('Build this');
    expect(await json('datasets', 'build', 'built', '-f', 'model=m')).toMatchObject({ status: 'ready' });
    const none = await run('datasets', 'build', 'none', '-f', 'user=nobody');
    expect(none).toMatchObject({ code: 1, stdout: expect.stringContaining('No interaction matches') });
    expect((await run('datasets', 'cancel', 'built')).stderr).toContain("'built' is ready");
  });

  it('resumes an upload that was interrupted with Ctrl-C', async () => {
    const bytes = randomBytes(100_000_000);
    writeFileSync(join(folder, 'large.bin'), bytes);
    const args = ['upload', 'large.bin', '--artifact', 'large'];
    const first = start(args);
    const firstEnd = ended(first);
    const sessionId = await sessionOf(join(folder, 'state'));
    const uploads = new Uploads(project.key, key);
    await until(async () => (await uploads.status(sessionId)).completed_parts.length > 0, 60_000, 20);
    first.kill('SIGINT');
    expect(await firstEnd).toMatchObject({ code: 130, stderr: expect.stringContaining('again to resume') });
    expect((await uploads.status(sessionId)).state).toBe('open');
    const { code, stdout, stderr } = await run(...args, '--json');
    expect([code, stderr.includes('Resuming')]).toEqual([0, true]);
    const { id } = JSON.parse(stdout) as { id: string };
    const answer = await send('GET', `/artifacts/${id}/download`, { key });
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes));
    expect((await uploads.status(sessionId)).state).toBe('consumed');
  });

  it('goes on with an upload that was interrupted after its last part', async () => {
    writeFileSync(join(folder, 'late.jsonl'), '{"prompt": "Hi", "completion": "Hello"}\n'.repeat(400_000));
    const args = ['upload', 'late.jsonl', '--dataset', 'late'];
    const first = start(args);
    first.stderr?.on('data', (data: Buffer) => data.includes('processing') && first.kill('SIGINT'));
    expect((await ended(first)).code).toBe(130);
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Resuming')]);
    expect(stdout).toContain('late: ready, 400000 rows, ');
  });

  it('writes a download into a pipe as it comes, and behind a link, whether its file exists or not', async () => {
    const save = (file: string) => run('datasets', 'download', 'tickets', '-o', file);
    const copy = join(folder, 'linked.jsonl');
    symlinkSync(copy, join(folder, 'link.jsonl'));
    for (const isThere of [false, true]) {
      expect([existsSync(copy), (await save('link.jsonl')).code]).toEqual([isThere, 0]);
      expect(lstatSync(join(folder, 'link.jsonl')).isSymbolicLink()).toBe(true);
      expect(readFileSync(copy).equals(readFileSync(join(folder, 'tickets.jsonl')))).toBe(true);
    }
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const [received, { code }] = await Promise.all([readFile(join(folder, 'pipe')), save('pipe')]);
    expect([code, received.equals(readFileSync(copy))]).toEqual([0, true]);
  });

  it('signs in over a damaged file, but not to a project that the key may not use', async () => {
    const XDG_CONFIG_HOME = join(folder, 'damaged');
    mkdirSync(join(XDG_CONFIG_HOME, 'earshot'), { recursive: true });
    writeFileSync(join(XDG_CONFIG_HOME, 'earshot/credentials.json'), 'garbage');
    const login = (name: string) =>
      ended(start(['login', '--project', name, '--url', stack().url], key, { XDG_CONFIG_HOME }));
    expect(await login('nope')).toMatchObject({ code: 3, stderr: expect.stringContaining("project 'nope'") });
    expect((await login(project.key)).code).toBe(0);
  });

  it('imports the lines of a file once, and names those that were rejected', async () => {
    const line = (completion: string) => JSON.stringify({ prompt: 'Import', completion, session_id: session });
    const session = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04';
    const lines = [...Array.from({ length: 600 }, (_, index) => line(String(index))), '{bad'];
    writeFileSync(join(folder, 'history.jsonl'), lines.join('\n'));
    for (let time = 0; time < 2; time += 1) {
      const { code, stdout, stderr } = await run('interactions', 'import', 'history.jsonl');
      expect([code, stdout]).toEqual([1, '600 imported, 1 rejected\n']);
      expect(stderr).toContain('line 601: json_malformed');
    }
    const stored = await run('logs', '--session', session, '-n', '1000', '--json');
    expect(stored.stdout.trimEnd().split('\n')).toHaveLength(600);
  });

  it('lists campaigns, and shows the report of one until it ends', async () => {
    const metric = await project.metric('bool');
    await project.campaign(metric);
    expect(await json('campaigns', 'list')).toMatchObject({ key: 'c', status: 'warmup', models: ['m', 'n'] });
    expect(await json('campaigns', 'watch', 'c', '--once')).toMatchObject({ status: 'warmup' });
    const end = run('campaigns', 'watch', 'c');
    await call('PATCH', `/api/v1/projects/${project.key}/ab_campaigns/c`, { body: { status: 'cancelled' } });
    const { code, stdout } = await end;
    expect([code, stdout]).toEqual([0, expect.stringContaining('c: cancelled')]);
  });

  it.each([
    [1, 'There is no', ['campaigns', 'watch', 'unknown']],
    [2, 'Name a command', []],
    [2, 'Unknown argument: nope', ['nope']],
    [2, 'does not exist', ['upload', 'none', '--dataset', 'x']],
    [2, 'Set one of --dataset', ['upload', 'none']],
    [2, 'is not a file', ['upload', '.', '--dataset', 'x']],
    [2, 'stdin cannot be resumed', ['upload', '-', '--dataset', 'x']],
    [2, '--limit must be a whole number', ['logs', '--limit', 'abc']],
    [2, '--label must be name:value', ['logs', '--label', 'urgent']],
    [2, '--after must be a time', ['logs', '--after', 'yesterday']],
    [2, 'must be like http://127.0.0.1:8080; got', ['logs', '--url', 'somewhere']],
    [2, 'must be true, false or a number', ['feedback', 'x', 'y', 'z']],
    [3, 'The stored key is for', ['logs', '--url', 'http://127.0.0.1:9']],
  ])('exits with %i and says "%s"', async (code, message, args) => {
    expect(await run(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it('exits with 3 for a wrong key, and with 4 where nothing listens', async () => {
    const wrong = await ended(start(['logs'], '', { EARSHOT_API_KEY: 'es_wrong' }));
    expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('API key') });
    const env = { EARSHOT_API_KEY: key, EARSHOT_URL: 'http://127.0.0.1:9' };
    expect((await ended(start(['upload', 'tickets.jsonl', '--dataset', 'x'], '', env))).code).toBe(4);
  });

  it('prints a completion script, and completes commands', async () => {
    expect((await run('completion')).stdout).toContain('###-begin-earshot-completions-###');
    const { stdout } = await run('--get-yargs-completions', 'earshot', 'datasets', '');
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['list', 'build', 'cancel', 'download']));
  });
});

/** Waits for the session id that the command stores. */
function sessionOf(folder: string): Promise<string> {
  const poll = () => {
    if (!existsSync(folder)) return undefined;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
    const contents = files.map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { sessionId?: string },
    );
    return contents.find(({ sessionId }) => sessionId !== undefined)?.sessionId;
  };
  return until(poll, 60_000, 20);
}
