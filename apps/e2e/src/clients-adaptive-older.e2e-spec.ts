import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FeedbackProject } from './support/feedback-project.js';
import { pythonProblem, runPythonWith } from './support/python.js';
import { stack } from './support/stack.js';

// Installs the client when it is first needed.
jest.setTimeout(660_000);

const problem = await pythonProblem();
if (problem !== null && process.env.CI === 'true') throw new Error(problem);

type Run = Record<'sync' | 'async', Record<string, string | null>>;

const checks = [
  'chats',
  'streams',
  'logs_metrics',
  'logs_preferences',
  'creates_interactions',
  'shows_the_caller',
  'names_the_field_of_an_older_schema',
];

(problem === null ? describe : describe.skip).each([
  ['0.12.4', 'adaptive_0_12'],
  ['0.1.14', 'adaptive_0_1'],
])('the client adaptive-sdk %s', (_, packages) => {
  const project = new FeedbackProject();
  let run: Run;

  beforeAll(async () => {
    await project.start();
    run = (await runPythonWith(packages, ['adaptive_older.py'], {
      BASE_URL: stack().url,
      API_KEY: project.apiKey,
      PROJECT: project.key,
      CHAT_MODEL: 'm',
      METRIC: await project.metric('scalar'),
    })) as Run;
  });

  afterAll(() => project.stop());

  describe.each(['sync', 'async'] as const)('%s', (kind) => {
    it.each(checks)('%s', (name) => expect(run[kind][name]).toBeNull());

    it('has only checks that this test runs', () => {
      expect(Object.keys(run[kind]).sort()).toEqual([...checks].sort());
    });
  });
});
