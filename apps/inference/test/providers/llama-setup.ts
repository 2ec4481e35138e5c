import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProviderChatRequest, ProviderEvent } from '../../src/providers/model-provider.js';
import { LlamaProvider } from '../../src/providers/llama/llama-provider.js';
import { LLAMA_DEFAULTS, type LlamaSettings } from '../../src/providers/llama/llama-settings.js';

const MAKE = path.resolve(import.meta.dirname, '../../../../tools/tiny-model/make.mjs');
const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

// Jest runs the engine's library in a realm of its own, but native code creates arrays in the main realm.
Object.defineProperty(Array, Symbol.hasInstance, { value: Array.isArray });

/** Real models in a directory of their own, and providers that run them. */
export class LlamaSetup {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'llama-provider-'));
  readonly modelsDir = path.join(this.folder, 'models');
  /** The one that {@link chat} asks. */
  provider: LlamaProvider;
  /** For all tests that need no settings of their own: an engine takes most of a second to start. */
  readonly #shared: LlamaProvider;
  #sessions = 0;

  constructor() {
    this.make('tiny.gguf');
    this.make('endless.gguf', '--endless');
    this.make('symbols.gguf', '--endless', '--sentence', '🎧 é “ü”');
    this.make('encoder.gguf', '--encoder');
    this.make('../outside.gguf');
    this.#shared = this.#create({});
    this.provider = this.#shared;
  }

  /** Writes a model. */
  make(file: string, ...options: string[]): void {
    execFileSync(process.execPath, [MAKE, path.join(this.modelsDir, file), ...options]);
  }

  /** Takes a provider of other settings until {@link reset}. */
  use(settings: Partial<LlamaSettings>): void {
    this.provider = this.#create(settings);
  }

  /** Goes back to the shared provider. */
  async reset(): Promise<void> {
    if (this.provider !== this.#shared) await this.provider.close();
    this.provider = this.#shared;
  }

  /** Ends all and removes the models. */
  async stop(): Promise<void> {
    await this.#shared.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Asks a model, in a session of its own. */
  chat(
    modelFile: string,
    fields: Partial<ProviderChatRequest> = {},
    signal = new AbortController().signal,
  ): AsyncIterable<ProviderEvent[]> {
    return this.provider.chat({ kind: 'llama', modelFile }, this.request(fields), signal);
  }

  /** Has a prompt counted by a model. */
  countPrompt(modelFile: string, fields: Partial<ProviderChatRequest>): Promise<number> {
    return this.provider.countPrompt({ kind: 'llama', modelFile }, this.request(fields), new AbortController().signal);
  }

  /** An answer that has begun and goes on until it is aborted. */
  async startEndless(signal: AbortSignal): Promise<{ done: Promise<void> }> {
    const iterator = this.chat('endless.gguf', {}, signal)[Symbol.asyncIterator]();
    await iterator.next();
    const done = (async () => {
      while ((await iterator.next()).done !== true);
    })();
    return { done };
  }

  /** A request in a session of its own. */
  request(fields: Partial<ProviderChatRequest>): ProviderChatRequest {
    this.#sessions += 1;
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const sessionId = `s${this.#sessions}`;
    return { messages, choices: 1, stream: true, parameters: {}, project: 't', sessionId, ...fields };
  }

  #create(settings: Partial<LlamaSettings>): LlamaProvider {
    return new LlamaProvider({ ...LLAMA_DEFAULTS, modelsDirs: [this.modelsDir], ...settings }, silent);
  }
}
