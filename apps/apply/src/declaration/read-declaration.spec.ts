import { describe, expect, it } from '@jest/globals';
import { DeclarationError } from './problem.js';
import { readDeclaration } from './read-declaration.js';

const lines = (...text: string[]) => text.join('\n');

function problemsOf(text: string): string[] {
  try {
    readDeclaration('earshot.yaml', text);
    return [];
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    return error.message.split('\n');
  }
}

const model = (...more: string[]) =>
  lines('projects:', '  - key: demo', '    models:', '      - key: small', ...more.map((line) => `        ${line}`));

const key = (...more: string[]) =>
  lines('projects:', '  - key: demo', '    api_keys:', '      - name: ci', ...more.map((line) => `        ${line}`));

describe('readDeclaration', () => {
  it('returns only the declared fields, without defaults of the interface', () => {
    const { declaration } = readDeclaration('earshot.yaml', model('provider: { kind: llama, model_file: a.gguf }'));
    expect(declaration).toEqual({
      projects: [
        {
          key: 'demo',
          body: { key: 'demo' },
          models: [{ key: 'small', body: { key: 'small', provider: { kind: 'llama', model_file: 'a.gguf' } } }],
          metrics: [],
          tools: [],
          campaigns: [],
          apiKeys: [],
        },
      ],
      apiKeys: [],
    });
  });

  it.each([
    ['an empty file', '', [/^earshot\.yaml:1:1: The file is empty/]],
    ['a file of comments', '# nothing\n', [/^earshot\.yaml:1:1: The file is empty/]],
    ['a list', '- 1\n', [/^earshot\.yaml:1:1: The file: expected an object, got an array of 1/]],
    ['an unclosed bracket', 'projects: [\n', [/^earshot\.yaml:2:1: /]],
    ['a tab as indentation', 'projects:\n\t- key: a\n', [/^earshot\.yaml:2:1: /]],
    ['a key twice in one map', 'projects: []\nprojects: []\n', [/^earshot\.yaml:2:1: Map keys must be unique/]],
    ['a second document', 'projects: []\n---\nprojects: []\n', [/^earshot\.yaml:2:1: Only one document is supported/]],
    ['an unknown field', 'projects: []\nmodels: []\n', [/^earshot\.yaml:2:1: models: unknown field/]],
    ['a missing key', 'projects:\n  - name: Demo\n', [/^earshot\.yaml:2:5: projects\[0\]\.key: is required: a string/]],
    ['a wrong type', 'projects:\n  - key: 12\n', [/^earshot\.yaml:2:5: projects\[0\]\.key: expected a string, got 12/]],
    [
      'an unknown field of a model',
      model('provider: { kind: external }', 'speed: 1'),
      [/^earshot\.yaml:6:9: .*speed: unknown/],
    ],
    ['an unknown provider', model('provider: { kind: oracle }'), [/^earshot\.yaml:5:21: .*provider\.kind: /]],
    [
      'a field of a provider',
      model('provider:', '  kind: llama', '  model_file: ../x'),
      [/^earshot\.yaml:7:11: .*model_file: expected a path/],
    ],
    [
      'a metric of a kind that there is not, and one declared twice',
      'projects:\n  - key: a\n    metrics:\n      - { key: m, kind: stars }\n      - { key: m, kind: bool }\n',
      [/^earshot\.yaml:4:19: .*kind: /, /^earshot\.yaml:5:11: .*'m' is declared twice/],
    ],
    [
      'a tool of a kind that there is not, one with a secret in it, and one declared twice',
      lines(
        'projects:',
        '  - key: a',
        '    tools:',
        '      - { key: t, kind: ftp }',
        '      - key: u',
        '        description: d',
        '        parameters: { type: object }',
        '        kind: mcp',
        '        url: https://mcp.example/mcp',
        '        tool: find',
        '        headers: { authorization: Bearer 1 }',
        '      - { key: t, kind: ftp }',
      ),
      [
        /^earshot\.yaml:4:19: .*kind: /,
        /^earshot\.yaml:11:20: .*headers\.authorization: expected a reference/,
        /^earshot\.yaml:12:19: .*kind: /,
        /^earshot\.yaml:12:11: .*'t' is declared twice/,
      ],
    ],
    [
      'a campaign of one model, and one declared twice',
      lines(
        'projects:',
        '  - key: a',
        '    ab_campaigns:',
        '      - { key: c, metric: m, models: [x], traffic_split: 0, feedback_type: preference }',
        '      - { key: c, metric: m, models: [x, y], traffic_split: 0, feedback_type: preference }',
      ),
      [/^earshot\.yaml:4:30: .*models: /, /^earshot\.yaml:5:11: .*'c' is declared twice/],
    ],
    [
      'a campaign that replaces the default model, which each start would bring back',
      lines(
        'projects:',
        '  - key: a',
        '    models: [{ key: x, provider: { kind: external }, default: true }, { key: y, provider: { kind: external } }]',
        '    ab_campaigns:',
        '      - { key: c, metric: m, models: [x, y], traffic_split: 1, feedback_type: metric, auto_deploy: true }',
      ),
      [/^earshot\.yaml:5:87: .*auto_deploy: the next start would undo it/],
    ],
    [
      'a project declared twice',
      'projects:\n  - key: a\n  - key: a\n',
      [/^earshot\.yaml:3:5: .*'a' is declared twice/],
    ],
    ['a key without a secret', key('permissions: [read]'), [/^earshot\.yaml:4:9: .*secret: expected a reference/]],
    [
      'an unknown permission',
      key('permissions: [root]', 'secret: { env: A }'),
      [/^earshot\.yaml:5:23: .*permissions\[0\]: expected one of/],
    ],
    [
      'limits that are none',
      key('permissions: [read]', 'secret: { env: A }', 'limits:', '  concurrent: 0', '  per_day: 9'),
      [/^earshot\.yaml:8:11: .*limits\.concurrent: /, /^earshot\.yaml:9:11: .*limits\.per_day: /],
    ],
    [
      'a ready-made hash',
      key('permissions: [read]', 'secret: { env: A }', 'key_sha256: x'),
      [/^earshot\.yaml:7:9: /, /^earshot\.yaml:7:9: /],
    ],
  ])('rejects %s with its line', (_what, text, expected) => {
    expect(problemsOf(text)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });

  it('reports all problems at once, each with its line', () => {
    const text = lines('projects:', '  - key: A', '  - key: b', '    models: [{ key: m }]', 'api_keys: [{}]');
    expect(problemsOf(text).map((problem) => problem.split(':')[1])).toEqual(expect.arrayContaining(['2', '4', '5']));
  });

  it('rejects a second default model', () => {
    const one = (name: string) => `      - { key: ${name}, provider: { kind: external }, default: true }`;
    const text = lines('projects:', '  - key: demo', '    models:', one('a'), one('b'));
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^earshot\.yaml:5:\d+: .*another model of the project/)]);
  });

  it.each([
    ['an API key', key('permissions: [read]', 'secret: es_very-secret')],
    ['an API key in a reference', key('permissions: [read]', 'secret: { key: es_very-secret }')],
    ["a provider's key", model('provider: { kind: openai, base_url: "http://a", model: m, api_key: es_very-secret }')],
  ])('rejects %s in plain text, without repeating it', (_what, text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(/expected a reference to a secret/)]);
    expect(problemsOf(text).join()).not.toContain('very-secret');
  });

  it('accepts an expired key, so that a file stays valid', () => {
    const text = key('permissions: [read]', 'secret: { env: A }', 'expires_at: 2020-01-01T00:00:00Z');
    expect(readDeclaration('earshot.yaml', text).declaration.projects[0]?.apiKeys).toMatchObject([
      { name: 'ci', expired: true },
    ]);
  });

  it('accepts the limits of a key as the interface returns them, so that a second run changes nothing', () => {
    const text = key('permissions: [read]', 'secret: { env: A }', 'limits: { concurrent: 4, tokens_per_minute: null }');
    const [declared] = readDeclaration('earshot.yaml', text).declaration.projects[0]?.apiKeys ?? [];
    expect(declared?.body['limits']).toEqual({ concurrent: 4 });
  });

  it('rejects aliases that would exhaust the memory', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (let index = 0; index < 8; index += 1) {
      const [from, to] = ['abcdefghi'[index], 'abcdefghi'[index + 1]];
      bomb.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]`);
    }
    expect(problemsOf(bomb.join('\n'))).toEqual([expect.stringMatching(/^earshot\.yaml:1:1: /)]);
  });
});
