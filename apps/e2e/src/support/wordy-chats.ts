import { randomBytes } from 'node:crypto';
import { call, makeProject } from './api.js';
import { ScriptedProvider } from './provider.js';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Large enough to be stored in the bucket. */
const largeText = 'x '.repeat(300_000);

/** Chats with a unique word in every field that a caller can set. */
export class WordyChats {
  readonly #provider = new ScriptedProvider();
  #key = '';
  #apiKey = '';

  async start(): Promise<void> {
    const base_url = await this.#provider.start();
    const { key, apiKey } = await makeProject();
    [this.#key, this.#apiKey] = [key, apiKey];
    const body = {
      key: 'm',
      provider: { kind: 'openai', base_url, model: 'm' },
      capabilities: ['chat', 'images'],
      system_prompt: 'For {{ name }}.',
    };
    const { status } = await call('POST', `/api/v1/projects/${key}/models`, { body });
    if (status !== 201) throw new Error(`the model was answered with ${status}`);
  }

  stop(): Promise<void> {
    return this.#provider.stop();
  }

  /** Sends two chats with an image, one of them large. @returns their word. */
  async send(store: boolean): Promise<string> {
    const word = `word-${randomBytes(12).toString('hex')}`;
    this.#provider.script = { words: ['All of ', word] };
    const url = `data:image/png;base64,${Buffer.concat([pngSignature, Buffer.from(word)]).toString('base64')}`;
    for (const text of [word, `${largeText} ${word}`]) {
      const content = [
        { type: 'text', text },
        { type: 'image_url', image_url: { url } },
      ];
      const body = {
        model: this.#key,
        messages: [{ role: 'user', content }],
        system_prompt_args: { name: word },
        labels: { word },
        tags: [word],
        store,
      };
      const answer = await call('POST', '/api/v1/chat/completions', { key: this.#apiKey, body });
      const said = answer.body.choices[0]?.message.content;
      if (said !== `All of ${word}`) throw new Error(`a chat was answered with ${answer.status}`);
    }
    return word;
  }
}
