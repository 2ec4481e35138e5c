import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ProviderMessage } from '../model-provider.js';
import { collect, answerTextOf } from '../../../test/providers/collect.js';
import { countsOf } from '../../../test/providers/llama-counts.js';
import { LlamaSetup } from '../../../test/providers/llama-setup.js';

// Starting an engine and loading models takes seconds where other suites keep the cores busy.
jest.setTimeout(60_000);

let setup: LlamaSetup;

beforeAll(() => {
  setup = new LlamaSetup();
});

afterEach(() => setup.reset());
afterAll(() => setup.stop());

const user = (content: string): ProviderMessage => ({ role: 'user', content });
const ask = (messages: ProviderMessage[], sessionId: string) =>
  collect(setup.chat('endless.gguf', { messages, sessionId, parameters: { max_tokens: 5, temperature: 0 } }));
/** Each digit is a token. */
const long = '7'.repeat(500);

describe('tokens that were computed before', () => {
  it('are not computed again in the next turn of a session', async () => {
    setup.use({ sequences: 2 });
    const first = user(long);
    const answer = answerTextOf(await ask([first], 'a'));
    await ask([user('another session')], 'b');
    const turns: ProviderMessage[] = [first, { role: 'assistant', content: answer }, user('And then?')];
    const counts = await countsOf(() => ask(turns, 'a'));
    expect(counts.reused).toBeGreaterThanOrEqual(500);
    expect(counts.evaluated).toBeLessThan(100);
  });

  it('serve other sessions that begin the same, where no slot of their own has more', async () => {
    setup.use({ sequences: 2 });
    const system: ProviderMessage = { role: 'system', content: long };
    await ask([system, user('one')], 'a');
    const counts = await countsOf(() => ask([system, user('two')], 'b'));
    expect(counts.reused).toBeGreaterThanOrEqual(500);
    expect(counts.evaluated).toBeLessThan(100);
  });

  it('of another session are not overwritten for the few that all prompts begin with', async () => {
    setup.use({ sequences: 2 });
    await ask([user(long)], 'a');
    await ask([user('8'.repeat(100))], 'b');
    const counts = await countsOf(() => ask([user(long), user('more')], 'a'));
    expect(counts.reused).toBeGreaterThanOrEqual(500);
  });

  it('are left where they are while their slot is busy: the session goes on in another one at once', async () => {
    setup.use({ sequences: 2 });
    const controller = new AbortController();
    const running = (async () => {
      for await (const batch of setup.chat('endless.gguf', { sessionId: 'a' }, controller.signal)) void batch;
    })();
    expect(answerTextOf(await ask([user('meanwhile')], 'a'))).not.toBe('');
    controller.abort();
    await running;
  });
});
