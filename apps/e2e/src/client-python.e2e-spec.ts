import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call } from './support/api.js';
import { FeedbackProject } from './support/feedback-project.js';
import { pythonProblem, runPythonText, runPythonWith } from './support/python.js';
import { stack } from './support/stack.js';

// Installs the OpenAI client when it is first needed.
jest.setTimeout(660_000);

const client = join(import.meta.dirname, '../../../libs/clients/python');
/** Its packages are those of this client too. */
const packages = 'openai_client';
const env = { PYTHONPATH: [join(client, 'src'), join(client, 'tests')].join(':'), PYTHONDONTWRITEBYTECODE: '1' };

const problem = await pythonProblem(11);
if (problem !== null) {
  if (process.env.CI === 'true') throw new Error(problem);
  console.error(`\n${problem}\n`);
}
const describeWithPython = problem === null ? describe : describe.skip;

/** Failures of checks by name. */
const failuresOf = (outcomes: unknown) => {
  const entries = Object.entries(outcomes as Record<string, string | null>);
  expect(entries.length).toBeGreaterThan(0);
  return Object.fromEntries(entries.filter(([, failure]) => failure !== null));
};

describeWithPython('the Python client, beside the OpenAI client', () => {
  const project = new FeedbackProject();
  let outcomes: Record<string, string | null>;

  beforeAll(async () => {
    await project.start();
    // Long enough to record feedback before the end of an answer.
    project.provider.script = { words: ['Hello', ' there', '.'], delayMs: 200 };
    const permissions = ['inference', 'feedback', 'data', 'read'];
    const key = await call('POST', `/api/v1/projects/${project.key}/api_keys`, { body: { name: 'py', permissions } });
    const metric = await project.metric('bool');
    await project.campaign(metric);
    outcomes = (await runPythonWith(packages, ['earshot_client_checks.py'], {
      ...env,
      EARSHOT_URL: stack().url,
      EARSHOT_API_KEY: key.body.api_key,
      PROJECT: project.key,
      MODEL: project.key,
      METRIC: metric,
    })) as typeof outcomes;
  });
  afterAll(() => project.stop());

  it.each([
    'records_feedback_on_chats_and_responses',
    'records_feedback_from_the_first_chunk_on',
    'records_feedback_on_one_of_several_choices',
    'records_once_under_a_key',
    'records_a_batch_completely',
    'records_a_comparison',
    'raises_errors_with_their_code',
    'resumes_an_upload_and_downloads_the_same_bytes',
    'imports_each_line_once',
    'streams_live_events',
    'follows_a_campaign',
  ])('%s', (name) => expect(outcomes[name]).toBeNull());

  it('contains only checks that this test runs', () => expect(Object.keys(outcomes)).toHaveLength(11));
});

describeWithPython('the Python client, against a scripted server', () => {
  it('passes its own tests', async () => {
    const outcomes = await runPythonWith(packages, ['run_unittests.py', join(client, 'tests')], env);
    expect(failuresOf(outcomes)).toEqual({});
  });
});

describeWithPython('an example of the README of the Python client works', () => {
  it.each([
    ['feedback', /^[0-9a-f-]{36}\n$/],
    ['stream', /\n [0-9a-f-]{36}\n$/],
    ['preference', /^([0-9a-f-]{36}\n){2}$/],
    ['asynchronous', /^[0-9a-f-]{36}\n$/],
    ['list', /^([0-9a-f-]{36} [0-9a-f-]{36}\n)*$/],
    ['campaign', /\.\n$/],
    ['batch', /^$/],
    ['errors', /^completion_not_found\n$/],
    ['upload', /ready 1000\n41000 bytes\n$/],
    ['import', /^imported up to line 2\n$/],
  ])('%s.py', async (name, output) => {
    const code = readFileSync(join(client, 'examples', `${name}.py`), 'utf8');
    const text = code.replaceAll('http://127.0.0.1:8080', stack().url);
    const inTemporaryFolder = 'import os, tempfile\nos.chdir(tempfile.mkdtemp())\n';
    const keys = { EARSHOT_API_KEY: stack().demoKey, EARSHOT_ADMIN_KEY: stack().adminKey };
    const settings = { ...env, EARSHOT_URL: stack().url, ...keys };
    expect(await runPythonText(packages, inTemporaryFolder + text, settings)).toMatch(output);
  });
});
