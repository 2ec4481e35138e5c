import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { runApply } from '../src/run-apply.js';
import { ApplyRun } from './apply-run.js';
import { refusal } from './installation-double.js';

const key = (letter: string) => `es_${letter.repeat(43)}`;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const declaration = `projects:
  - key: demo
    name: Demo
    models:
      - { key: small, provider: { kind: llama, model_file: a.gguf } }
      - { key: large, provider: { kind: llama, model_file: b.gguf }, default: true }
      - { key: other, provider: { kind: external } }
    api_keys:
      - { name: ci, permissions: [inference, read], secret: { env: EARSHOT_TEST_CI_KEY } }
`;

let run: ApplyRun;

beforeEach(async () => {
  run = new ApplyRun({ EARSHOT_TEST_CI_KEY: key('c') });
  await run.start();
});
afterEach(() => run.stop());

const apply = (text: string, ...flags: string[]) => run.apply(text, ...flags);

describe('apply', () => {
  it('creates models that fall back on each other, declared in any order, and leaves them unchanged the next time', async () => {
    const text = declaration
      .replace('b.gguf }', 'b.gguf }, fallback: [small]')
      .replace('a.gguf }', 'a.gguf }, fallback: [large]');
    expect(await apply(text)).toBe(0);
    expect(run.double.entities('projects/demo/models').map(({ key, fallback }) => [key, fallback])).toEqual([
      ['large', ['small']],
      ['small', ['large']],
      ['other', undefined],
    ]);
    expect(await apply(text)).toBe(0);
    expect(run.out.at(-1)).toMatch(/: 0 created, 0 changed, 5 unchanged$/);
    expect(run.double.writes().filter((write) => write.startsWith('PATCH'))).toEqual([]);
  });

  it('creates and updates metrics, and leaves them unchanged the next time', async () => {
    const text = declaration.replace(
      '    api_keys:',
      '    metrics:\n      - { key: helpful, kind: bool }\n    api_keys:',
    );
    expect(await apply(text)).toBe(0);
    expect(run.double.entities('projects/demo/metrics')).toMatchObject([{ key: 'helpful', kind: 'bool' }]);
    expect(await apply(text.replace('kind: bool', 'kind: bool, name: Helpful'))).toBe(0);
    expect(run.out).toContain('changed metric demo/helpful: name');
    expect(await apply(text)).toBe(0);
    expect(run.out.at(-1)).toMatch(/: 0 created, 0 changed/);
  });

  it('creates and updates tools, and sends their headers each time, since they are never returned', async () => {
    process.env['EARSHOT_TEST_TOOL'] = 'Bearer 1';
    const tool = (key: string, more: string) =>
      `      - { key: ${key}, description: d, parameters: { type: object }, kind: http, method: GET, url: 'https://t.example/'${more} }\n`;
    const secret = ', headers: { authorization: { env: EARSHOT_TEST_TOOL } }';
    const text = declaration.replace(
      '    api_keys:',
      `    tools:\n${tool('plain', '')}${tool('secret', secret)}    api_keys:`,
    );
    expect(await apply(text)).toBe(0);
    expect(run.double.entities('projects/demo/tools')).toMatchObject([
      { key: 'plain', kind: 'http' },
      { key: 'secret', headers: { authorization: 'Bearer 1' } },
    ]);
    expect(await apply(text.replace('description: d', 'description: e'))).toBe(0);
    expect(run.out).toContain('changed tool demo/plain: description');
    expect(run.out).toContain('changed tool demo/secret: headers');
    expect(run.out.join()).not.toContain('Bearer');
    delete process.env['EARSHOT_TEST_TOOL'];
  });

  it('creates what is missing, reports each resource, and prints the totals', async () => {
    expect(await apply(declaration)).toBe(0);
    expect(run.out).toEqual([
      'created project demo',
      'created model demo/large',
      'created model demo/small',
      'created model demo/other',
      "created API key 'ci' of demo",
      expect.stringMatching(/: 5 created, 0 changed, 0 unchanged$/),
    ]);
    expect(run.double.entities('projects/demo/models').map(({ key, default: is }) => [key, is])).toEqual([
      ['large', true],
      ['small', false],
      ['other', false],
    ]);
  });

  it('changes nothing when it is run again', async () => {
    await apply(declaration);
    const before = JSON.stringify(run.double.entities('projects/demo/models'));
    expect(await apply(declaration)).toBe(0);
    expect(run.out).toEqual([expect.stringMatching(/: 0 created, 0 changed, 5 unchanged$/)]);
    expect(run.double.writes()).toEqual(['POST projects/demo/api_keys']);
    expect(JSON.stringify(run.double.entities('projects/demo/models'))).toBe(before);
  });

  it('updates only what differs, and leaves undeclared resources unchanged', async () => {
    await apply(declaration);
    Object.assign(run.double.entities('projects')[0] ?? {}, { system_prompt: 'set by hand' });
    expect(await apply(declaration.replace('b.gguf', 'c.gguf').replace('[inference, read]', '[read]'))).toBe(0);
    expect(run.out.slice(0, -1)).toEqual([
      'changed model demo/large: provider',
      "changed API key 'ci' of demo: permissions",
    ]);
    expect(run.double.entities('projects')).toMatchObject([{ system_prompt: 'set by hand' }]);
  });

  it('sends the hash of a key, never the key', async () => {
    await apply(declaration);
    const sent = run.double.received.find(({ path }) => path.endsWith('api_keys') && path.startsWith('projects'));
    expect(JSON.stringify(run.double.received)).not.toContain(key('c'));
    expect(run.double.received.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ key_sha256: hash(key('c')) }),
    );
    expect(sent?.headers.authorization).toBe(`Bearer ${key('A')}`);
  });

  it('stores a new secret before it revokes the old one', async () => {
    await apply(declaration);
    process.env['EARSHOT_TEST_CI_KEY'] = key('d');
    expect(await apply(declaration)).toBe(0);
    expect(run.out[0]).toBe("changed API key 'ci' of demo: new secret");
    expect(run.double.writes()).toEqual([
      'POST projects/demo/api_keys',
      expect.stringMatching(/^DELETE projects\/demo\/api_keys\//),
    ]);
    expect(run.double.entities('projects/demo/api_keys')).toHaveLength(1);
  });

  it('sends the key of a provider each time, since it is never returned', async () => {
    const text = declaration.replace(
      '{ kind: external }',
      '{ kind: openai, base_url: "http://127.0.0.1:1/v1", model: m, api_key: { env: EARSHOT_TEST_CI_KEY } }',
    );
    await apply(text);
    expect(await apply(text)).toBe(0);
    expect(run.out.slice(0, -1)).toEqual(['changed model demo/other: provider']);
    expect(run.out.join()).not.toContain(key('c'));
  });

  it('finds resources on later pages', async () => {
    const models = Array.from({ length: 5 }, (_, index) => `      - { key: m${index}, provider: { kind: external } }`);
    const text = ['projects:', '  - key: demo', '    models:', ...models].join('\n');
    await apply(text);
    expect(await apply(text)).toBe(0);
    expect(run.double.writes()).toEqual([]);
  });

  it('applies nothing of a file with an error', async () => {
    expect(
      await apply(`${declaration}      - { name: bad, permissions: [], secret: { env: NOT_SET_ANYWHERE } }\n`),
    ).toBe(1);
    expect(run.err).toEqual([
      expect.stringMatching(/earshot\.yaml:10:\d+: .*permissions: expected at least 1 entries/),
    ]);
    expect(run.double.received).toEqual([]);
  });

  it('applies nothing when a secret is missing', async () => {
    delete process.env['EARSHOT_TEST_CI_KEY'];
    expect(await apply(declaration)).toBe(1);
    expect(run.err).toEqual([expect.stringMatching(/earshot\.yaml:9:\d+: .*EARSHOT_TEST_CI_KEY is not set/)]);
    expect(run.double.received).toEqual([]);
  });

  it('checks a file without an installation and without secrets', async () => {
    for (const name of ['EARSHOT_URL', 'EARSHOT_ADMIN_KEY', 'EARSHOT_TEST_CI_KEY']) delete process.env[name];
    expect(await apply(declaration, '--check')).toBe(0);
    expect(await apply('projects: 1\n', '--check')).toBe(1);
    expect(run.err).toEqual([expect.stringMatching(/earshot\.yaml:1:1: projects: expected an array, got 1/)]);
  });

  it('reports an error of the installation with the line of the field', async () => {
    run.double.scripted.push({ status: 200, body: {} }, { status: 200, body: {} });
    run.double.scripted.push(
      { status: 200, body: { data: [], next_cursor: null } },
      refusal(400, 'model_file_missing', 'provider.model_file'),
    );
    expect(await apply(declaration)).toBe(1);
    expect(run.err).toEqual([
      expect.stringMatching(/earshot\.yaml:6:\d+: Refused: model_file_missing\. \(model_file_missing\)/),
    ]);
  });

  it('retries after the Retry-After of the installation, with the same Idempotency-Key', async () => {
    run.double.scripted.push(refusal(404, 'project_not_found'), {
      ...refusal(503, 'service_unavailable'),
      headers: { 'retry-after': '0' },
    });
    expect(await apply('projects: [{ key: demo }]')).toBe(0);
    const posts = run.double.received.filter(({ method }) => method === 'POST');
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(posts).toHaveLength(2);
  });

  it.each([
    ['no file', [], /Usage/],
    ['an unknown flag', ['--force', 'x'], /--force/],
    ['a file that is not there', ['/nowhere/earshot.yaml'], /ENOENT/],
  ])('rejects %s', async (_what, args, message) => {
    const lines: string[] = [];
    expect(await runApply(args, { out: () => undefined, err: (line) => lines.push(line) })).toBe(1);
    expect(lines.join('\n')).toMatch(message);
  });

  it('names missing settings', async () => {
    delete process.env['EARSHOT_URL'];
    expect(await apply(declaration)).toBe(1);
    expect(run.err).toEqual([expect.stringMatching(/^EARSHOT_URL is not set/)]);
  });
});
