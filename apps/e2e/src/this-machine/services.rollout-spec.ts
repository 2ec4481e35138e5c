import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addModel, makeProject, send } from '../support/api.js';
import { ChatLoad, type Chats } from '../support/chat-load.js';
import { feedbackWrites } from '../support/feedback-load.js';
import { FeedbackProject } from '../support/feedback-project.js';
import { isBack, servicesRunning, stopGently } from '../support/processes.js';
import { ScriptedProvider } from '../support/provider.js';
import { discrepancies } from '../support/records.js';
import { WriteLoad } from '../support/write-load.js';

// A dozen processes, each of which drains and starts again.
jest.setTimeout(10 * 60_000);

describe('with two processes of each service, under a steady load of chats, writes and reads', () => {
  const provider = new ScriptedProvider();
  const words = Array.from({ length: 10 }, (_, index) => ` word${index}`);
  const judged = new FeedbackProject();
  let chats: Chats;

  beforeAll(async () => {
    await judged.start();
    const project = await makeProject();
    await addModel(project, await provider.start());
    provider.script = { words, delayMs: 20 };
    chats = { key: project.apiKey, model: project.key, answer: words.join('') };
  });

  afterAll(async () => {
    await judged.stop();
    await provider.stop();
  });

  /**
   * Reads what every service holds, again and again, until it is told to stop.
   * @returns what was not answered with 200.
   */
  async function reading(done: AbortSignal): Promise<string[]> {
    const paths = ['models', 'metrics', 'interactions', 'feedback', 'datasets'];
    const wrong: string[] = [];
    for (let turn = 0; !done.aborted; turn += 1) {
      const path = `/api/v1/projects/${judged.key}/${paths[turn % paths.length]}`;
      const seen = await send('GET', path).then(
        async (answer) => (answer.status === 200 ? undefined : `${answer.status} ${await answer.text()}`),
        (error: unknown) => String(error),
      );
      if (seen !== undefined) wrong.push(`${path}: ${seen}`);
    }
    return wrong;
  }

  it('no request fails while every process is restarted, one after the other', async () => {
    const instances = servicesRunning().filter((name) => /-\d+$/.test(name));
    expect(instances).toHaveLength(12);
    const write = await feedbackWrites(judged, await judged.metric('scalar'));
    const writes = new WriteLoad({ key: judged.apiKey, write, perSecond: 20 });
    const load = new ChatLoad(chats, { whole: 8, streams: 4 });
    const done = new AbortController();
    const reads = reading(done.signal);
    try {
      await load.answersMore(20);
      for (const name of instances.sort()) {
        await isBack(name, stopGently(name));
        await load.answersMore(4);
      }
    } finally {
      done.abort();
      await writes.stop();
      await load.stop();
    }
    expect(load.outcomes.filter(({ ending }) => ending !== 'answered')).toEqual([]);
    expect([writes.wrong, writes.retries]).toEqual([[], []]);
    expect(await reads).toEqual([]);
    expect(await discrepancies(chats.model, load.outcomes)).toEqual({ lost: [], doubled: [] });
  });
});
