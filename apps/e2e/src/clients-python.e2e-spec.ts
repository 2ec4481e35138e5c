import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ClientProvider } from './support/client-models.js';
import { vectorOf } from './support/provider.js';
import { pythonProblem, runPython } from './support/python.js';
import { stack } from './support/stack.js';

// Installs the client when it is first needed.
jest.setTimeout(660_000);

const problem = await pythonProblem();
if (problem !== null) {
  // Where changes are judged everything is tested; elsewhere a machine without Python may test the rest.
  if (process.env.CI === 'true') throw new Error(problem);
  console.error(`\n${problem}\n`);
}

(problem === null ? describe : describe.skip)('the official Python client', () => {
  const models = new ClientProvider();
  const checks = [
    'gets_an_answer',
    'gets_several_choices',
    'streams_with_usage',
    'streams_by_the_helper_of_the_dialect',
    'gets_a_text_completion',
    'streams_a_text_completion',
    'gets_vectors_in_base64_which_is_its_default',
    'gets_vectors_in_decimals',
    'lists_models',
    'raises_authentication_error',
    'raises_not_found_error',
    'raises_bad_request_error',
    'raises_rate_limit_error_when_the_key_has_used_up_its_limit',
    'raises_internal_server_error_when_the_provider_is_busy',
  ];
  let outcomes: Record<string, string | null>;

  beforeAll(async () => {
    const { apiKey, limitedKey, chat, vectors, busy, slow } = await models.start();
    outcomes = (await runPython('openai_client.py', {
      OPENAI_BASE_URL: `${stack().url}/api/v1`,
      DIALECT_BASE_URL: `${stack().url}/openai/v1`,
      OPENAI_API_KEY: apiKey,
      LIMITED_KEY: limitedKey,
      CHAT_MODEL: chat,
      VECTOR_MODEL: vectors,
      BUSY_MODEL: busy,
      SLOW_MODEL: slow,
      VECTORS: JSON.stringify(Object.fromEntries(['one', 'three'].map((text) => [text, [...vectorOf(text, 8)]]))),
    })) as typeof outcomes;
  });

  afterAll(() => models.stop());

  it.each(checks)('%s', (name) => expect(outcomes[name]).toBeNull());

  it('closes_a_stream_in_the_middle, which stops the provider', async () => {
    expect(outcomes.closes_a_stream_in_the_middle).toBeNull();
    await models.slowWasStopped();
  });

  it('contains only checks that this test runs', () => {
    expect(Object.keys(outcomes)).toHaveLength(checks.length + 1);
  });
});
