import { afterAll, afterEach, beforeAll, beforeEach, describe, it, jest } from '@jest/globals';
import { ChatLoad } from '../support/chat-load.js';
import { FeedbackProject } from '../support/feedback-project.js';
import { Prometheus } from '../support/prometheus/prometheus.js';
import { provoke } from '../support/prometheus/provoke.js';
import type { Script } from '../support/provider.js';

// Each alert waits for its time, and again until it is resolved.
jest.setTimeout(6 * 60_000);

describe('a model server', () => {
  const prometheus = new Prometheus();
  let project: FeedbackProject;

  beforeAll(() => prometheus.start());
  beforeEach(async () => {
    // Its own model: the circuit of one that failed stays open for a while.
    project = new FeedbackProject();
    await project.start();
  });
  afterEach(() => project.stop());
  afterAll(() => prometheus.stop());

  /** Chats with the model server while it does something. */
  const chatsWhile = (script: Script, load: { whole: number; streams: number }) => () => {
    project.provider.script = script;
    const chats = new ChatLoad({ key: project.apiKey, model: project.key, answer: script.words.join('') }, load);
    return async () => {
      project.provider.script = { words: ['well'] };
      await chats.stop();
    };
  };

  it('that answers 500 is reported, and that callers get errors', async () => {
    const refuse = { status: 500, body: { error: { message: 'broken' } } };
    await provoke(prometheus, {
      fault: chatsWhile({ words: [], refuse }, { whole: 4, streams: 2 }),
      fires: [{ alertname: 'EarshotManyErrors' }, { alertname: 'EarshotProviderFails' }],
    });
  });

  it('that takes 12 s for its first word is reported as slow streams', async () => {
    await provoke(prometheus, {
      fault: chatsWhile({ words: ['late'], delayMs: 12_000 }, { whole: 0, streams: 6 }),
      fires: [{ alertname: 'EarshotSlowFirstEvent' }],
    });
  });
});
