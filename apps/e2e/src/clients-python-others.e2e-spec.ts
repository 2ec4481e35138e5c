import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call, makeProject } from './support/api.js';
import { ScriptedProvider, type Script } from './support/provider.js';
import { pythonProblem, runPython } from './support/python.js';
import { stack } from './support/stack.js';

// Installs the clients when they are first needed.
jest.setTimeout(660_000);

const problem = await pythonProblem();
if (problem !== null && process.env.CI === 'true') throw new Error(problem);

const made = { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } };
const scripts: Record<string, Script> = {
  chat: { words: ['Hello', ' there', '.'] },
  tools: { words: [], message: { content: null, tool_calls: [made] }, afterTools: { words: ['It is', ' sunny.'] } },
  json: { words: ['{"a": ', '1}'] },
};

(problem === null ? describe : describe.skip)('other Python clients', () => {
  const providers = Object.entries(scripts).map(([key, script]) => ({ key, script, provider: new ScriptedProvider() }));
  const checks = [
    'anthropic_gets_and_streams_a_message',
    'anthropic_calls_a_tool',
    'anthropic_raises_its_errors',
    'litellm_answers_by_both_interfaces',
    'pydantic_ai_runs_tools_by_three_interfaces',
    'instructor_extracts_an_object',
    'langchain_answers_by_three_interfaces',
  ];
  let outcomes: Record<string, string | null>;

  beforeAll(async () => {
    const project = await makeProject();
    for (const { key, script, provider } of providers) {
      provider.script = script;
      const served = { kind: 'openai', base_url: await provider.start(), model: 'm' };
      const body = { key, provider: served, capabilities: ['chat', 'tools'] };
      await call('POST', `/api/v1/projects/${project.key}/models`, { body });
    }
    const settings = {
      EARSHOT_URL: stack().url,
      EARSHOT_API_KEY: project.apiKey,
      CHAT_MODEL: `${project.key}/chat`,
      TOOL_MODEL: `${project.key}/tools`,
      JSON_MODEL: `${project.key}/json`,
    };
    const others = (await runPython('other_clients.py', settings)) as typeof outcomes;
    const instructor = (await runPython('instructor_client.py', settings)) as typeof outcomes;
    outcomes = { ...others, ...instructor };
  });
  afterAll(() => Promise.all(providers.map(({ provider }) => provider.stop())));

  it.each(checks)('%s', (name) => expect(outcomes[name]).toBeNull());

  it('contain only checks that this test runs', () => expect(Object.keys(outcomes)).toHaveLength(checks.length));
});
