import type { ProviderChatRequest, ProviderEvent } from '../model-provider.js';
import { OpenaiProvider } from '../openai/openai-provider.js';
import { ScriptedServer } from './scripted-server.js';

/** The API key that requests are sent with. */
export const KEY = 'sk-secret-0123456789';

/** A small request. */
export function request(fields: Partial<ProviderChatRequest> = {}): ProviderChatRequest {
  return {
    messages: [{ role: 'user', content: 'Hi' }],
    choices: 1,
    stream: true,
    sessionId: 's',
    tenant: 't',
    ...fields,
  };
}

/** A provider and the server it talks to. */
export class OpenaiSetup {
  readonly server = new ScriptedServer();
  provider = new OpenaiProvider();

  /** Asks the server for an answer. */
  chat(
    fields: Partial<ProviderChatRequest> = {},
    signal = new AbortController().signal,
  ): AsyncIterable<ProviderEvent[]> {
    const target = { kind: 'openai' as const, baseUrl: this.server.baseUrl, model: 'm', apiKey: KEY };
    return this.provider.chat(target, request(fields), signal);
  }

  /** Ends both. */
  async stop(): Promise<void> {
    await this.provider.close();
    await this.server.stop();
  }
}
