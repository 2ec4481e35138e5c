import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { call, makeProject } from './support/api.js';
import { NpmClient } from './support/npm-client.js';
import { ScriptedProvider } from './support/provider.js';
import { snippet } from './support/snippets.js';

// Installs the programs when they are first needed.
jest.setTimeout(420_000);

const codex = new NpmClient('@openai/codex@0.171.0', 'codex');
const claude = new NpmClient('@anthropic-ai/claude-code@2.1.332', 'claude');

describe('a coding agent works with tools, unmodified', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let model: string;
  let folder: string;

  beforeAll(async () => {
    project = await makeProject(['inference', 'read']);
    const served = { kind: 'openai', base_url: await provider.start(), model: 'm' };
    const body = { key: 'agent', provider: served, capabilities: ['chat', 'tools'] };
    await call('POST', `/api/v1/projects/${project.key}/models`, { body });
    model = `${project.key}/agent`;
  });
  afterAll(() => provider.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'earshot-agent-'));
    provider.requests.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The model calls a function once, and says what it did after its result. */
  function callsOnce(name: string, args: object): void {
    const made = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } };
    const message = { content: null, tool_calls: [made] };
    provider.script = { words: [], message, afterTools: { words: ['I made', ' the file.'] } };
  }

  function expectLoop(stdout: string): void {
    expect(stdout).toContain('I made the file.');
    expect(readFileSync(join(folder, 'made.txt'), 'utf8').trim()).toBe('made');
    const results = provider.requests.flatMap(({ messages }) =>
      (messages as { role: string; tool_call_id?: string }[]).filter(({ role }) => role === 'tool'),
    );
    expect(results).toContainEqual(expect.objectContaining({ tool_call_id: 'call_1' }));
  }

  it('Codex, by the Responses API', async () => {
    callsOnce('exec_command', { cmd: 'echo made > made.txt' });
    writeFileSync(join(folder, 'config.toml'), snippet('codex.toml', model));
    const options = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
    const env = { CODEX_HOME: folder, EARSHOT_API_KEY: project.apiKey };
    const { code, stdout, stderr } = await codex.run(['exec', ...options, 'Make the file made.txt'], folder, env);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expectLoop(stdout);
  });

  it('Claude Code, by the Messages API', async () => {
    callsOnce('Bash', { command: 'echo made > made.txt', description: 'Make the file' });
    const exports = [...snippet('claude-code.sh').matchAll(/^export (\w+)="?([^"\n]*)"?$/gm)];
    const named = exports.map(([, name, value]) => [name, value?.replace('$EARSHOT_API_KEY', project.apiKey)]);
    const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' };
    const env = { ...(Object.fromEntries(named) as Record<string, string>), ...quiet };
    expect(Object.keys(env)).toContain('ANTHROPIC_BASE_URL');
    const args = ['--print', 'Make the file made.txt', '--model', model, '--allowedTools', 'Bash'];
    const { code, stdout, stderr } = await claude.run(args, folder, env);
    expect({ code, output: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, output: '' });
    expect(existsSync(join(folder, 'made.txt'))).toBe(true);
    expectLoop(stdout);
  });
});
