import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call } from './support/api.js';
import { ClientProvider } from './support/client-models.js';
import { pythonProblem, runPython } from './support/python.js';
import { stack } from './support/stack.js';
import { upload } from './support/uploads.js';

// Installs the client when it is first needed.
jest.setTimeout(660_000);

const problem = await pythonProblem();
if (problem !== null) {
  if (process.env.CI === 'true') throw new Error(problem);
  console.error(`\n${problem}\n`);
}

type Outcomes = Record<string, string | null>;
type Run = Record<'sync' | 'async', Outcomes> & { methods: Record<'sync' | 'async', string[]> };

const checks = [
  'shows_the_caller_and_permissions',
  'manages_projects',
  'registers_and_reads_feedback_keys',
  'logs_metrics',
  'logs_preferences',
  'chats_and_embeds',
  'imports_lists_and_gets_interactions',
  'uploads_a_small_dataset',
  'uploads_a_large_dataset_in_parts',
  'manages_models',
  'runs_ab_tests',
  'manages_recipes',
  'downloads_artifacts',
  'names_what_is_absent',
];

/** Returns the id of an artifact. */
async function createArtifact(project: string, key: string): Promise<string> {
  const upload_session_id = await upload(Buffer.from('an artifact'), { key, contentType: 'text/plain' });
  const artifact = { name: 'artifact.txt', upload_session_id };
  return (await call('POST', `/api/v1/projects/${project}/artifacts`, { key, body: artifact })).body.id;
}

(problem === null ? describe : describe.skip)('the client adaptive-sdk', () => {
  const models = new ClientProvider();
  let run: Run;

  beforeAll(async () => {
    const { chat, vectors } = await models.start();
    const [project, model] = chat.split('/') as [string, string];
    const permissions = ['inference', 'feedback', 'data', 'read', 'manage'];
    const created = await call('POST', `/api/v1/projects/${project}/api_keys`, { body: { name: 'sdk', permissions } });
    const apiKey = created.body.api_key;
    run = (await runPython('adaptive_client.py', {
      BASE_URL: stack().url,
      API_KEY: apiKey,
      ADMIN_KEY: stack().adminKey,
      PROJECT: project,
      CHAT_MODEL: model,
      VECTOR_MODEL: vectors.slice(project.length + 1),
      ARTIFACT: await createArtifact(project, apiKey),
    })) as Run;
  });

  afterAll(() => models.stop());

  describe.each(['sync', 'async'] as const)('%s', (kind) => {
    it.each(checks)('%s', (name) => expect(run[kind][name]).toBeNull());

    it('has only checks that this test runs', () => {
      expect(Object.keys(run[kind]).sort()).toEqual([...checks].sort());
    });
  });

  it('has the methods that docs/reference/sdk.md lists', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/reference/sdk.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w.]+)` +\| (sync, async|sync) +\|/gm)];
    const listed = (kind: string) =>
      rows.filter(([, , kinds]) => kinds?.split(', ').includes(kind)).map(([, name]) => name);
    expect(listed('sync').sort()).toEqual(run.methods.sync);
    expect(listed('async').sort()).toEqual(run.methods.async);
  });
});
