import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addModel, makeProject } from '../support/api.js';
import { ChatLoad, chatOnce, type Chats, type Ending, type Outcome } from '../support/chat-load.js';
import { areReady, isBack, killHard, stopGently } from '../support/processes.js';
import { ScriptedProvider } from '../support/provider.js';
import { discrepancies } from '../support/records.js';

// A killed process leaves its consumer group only when its session ends (6 s), and starts again after a back-off.
jest.setTimeout(180_000);

describe('under a steady load of chats, with two inference processes', () => {
  const provider = new ScriptedProvider();
  const words = Array.from({ length: 10 }, (_, index) => ` word${index}`);
  let chats: Chats;
  let load: ChatLoad;

  beforeAll(async () => {
    const baseUrl = await provider.start();
    const project = await makeProject();
    await addModel(project, baseUrl);
    chats = { key: project.apiKey, model: project.key, answer: words.join('') };
    provider.script = { words, delayMs: 20 };
  });

  afterEach(async () => {
    await load.stop();
    // What comes next, here or in another suite, is about an installation that is well.
    await areReady();
  });

  afterAll(() => provider.stop());

  /** Begins the load, and resolves once it is answered. */
  async function begin(): Promise<void> {
    load = new ChatLoad(chats, { whole: 16, streams: 8 });
    await load.answersMore(20);
  }

  /** Ends the load once it is answered as before. */
  async function end(): Promise<Outcome[]> {
    await load.answersMore(20);
    return load.stop();
  }

  const beside = (outcomes: Outcome[], ...allowed: Ending[]) =>
    outcomes.filter(({ ending }) => ending !== 'answered' && !allowed.includes(ending));

  it('loses no whole answer and interrupts no stream when one process is killed', async () => {
    await begin();
    const killed = killHard('inference-1');
    await isBack('inference-1', killed);
    const outcomes = await end();
    expect(beside(outcomes.filter(({ stream }) => !stream))).toEqual([]);
    expect(
      beside(
        outcomes.filter(({ stream }) => stream),
        'error-event',
      ),
    ).toEqual([]);
  });

  it('fails no request and generates no answer twice when one process stops and another starts', async () => {
    await begin();
    const stopped = stopGently('inference-1');
    await isBack('inference-1', stopped);
    const outcomes = await end();
    expect(beside(outcomes)).toEqual([]);
    const prompts = provider.requests.map(({ messages }) => (messages as { content: string }[])[0]?.content);
    const generated = outcomes.map(({ marker }) => prompts.filter((prompt) => prompt === marker).length);
    expect(generated.filter((times) => times !== 1)).toEqual([]);
    expect(await discrepancies(chats.model, outcomes)).toEqual({ lost: [], doubled: [] });
  });

  it('sends no partial answer as a whole one when the gateway is killed, and recovers', async () => {
    await begin();
    const killed = killHard('gateway-0');
    await isBack('gateway-0', killed);
    const outcomes = await end();
    expect(beside(outcomes, 'disconnected')).toEqual([]);
    expect(outcomes.filter(({ ending }) => ending === 'disconnected')).not.toEqual([]);
  });

  it('answers late or rejects with Retry-After while the broker is unavailable, and recovers', async () => {
    await begin();
    killHard('kafka');
    const outcomes = await end();
    expect(beside(outcomes, 'refused', 'error-event')).toEqual([]);
    expect(
      beside(
        outcomes.filter(({ stream }) => !stream),
        'refused',
      ),
    ).toEqual([]);
    const after = await Promise.all(Array.from({ length: 20 }, (_, index) => chatOnce(chats, index % 2 === 0)));
    expect(beside(after)).toEqual([]);
    expect(await discrepancies(chats.model, [...outcomes, ...after])).toEqual({ lost: [], doubled: [] });
  });
});
