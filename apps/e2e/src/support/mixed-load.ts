import { send } from './api.js';
import { ChatLoad } from './chat-load.js';
import { feedbackWrites } from './feedback-load.js';
import type { FeedbackProject } from './feedback-project.js';
import { stack } from './stack.js';
import { WriteLoad } from './write-load.js';

const words = Array.from({ length: 10 }, (_, index) => ` word${index}`);

/** Everything that an installation does: chats of both kinds of model, embeddings, feedback, reads. */
export class MixedLoad {
  readonly #project: FeedbackProject;
  readonly #stopping = new AbortController();
  #chats: ChatLoad | undefined;
  #writes: WriteLoad | undefined;
  #others: Promise<void>[] = [];

  constructor(project: FeedbackProject) {
    this.#project = project;
  }

  async start(): Promise<void> {
    const { provider, apiKey: key, key: model } = this.#project;
    provider.script = { words, delayMs: 5 };
    const write = await feedbackWrites(this.#project, await this.#project.metric('scalar'));
    this.#chats = new ChatLoad({ key, model, answer: words.join('') }, { whole: 2, streams: 2 });
    this.#writes = new WriteLoad({ key, write, perSecond: 20 });
    this.#others = [
      this.#repeat(() => send('POST', '/api/v1/embeddings', { key, body: { model, input: 'Hi' } })),
      this.#repeat(() => send('GET', `/api/v1/projects/${model}/interactions`, { key })),
      this.#repeat(() => this.#demoChat()),
    ];
  }

  /** Stops it; resolves once all requests have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#writes?.stop();
    await this.#chats?.stop();
    await Promise.all(this.#others);
  }

  #demoChat(): Promise<Response> {
    const body = { model: 'demo', stream: true, max_tokens: 20, messages: [{ role: 'user', content: 'Hello!' }] };
    return send('POST', '/api/v1/chat/completions', { key: stack().demoKey, body });
  }

  async #repeat(request: () => Promise<Response>): Promise<void> {
    while (!this.#stopping.signal.aborted) await (await request()).text();
  }
}
