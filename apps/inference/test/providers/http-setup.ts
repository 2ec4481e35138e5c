import { AddressPolicy, parseNetworks } from '../../src/outgoing/address-policy.js';
import type { ProviderChatRequest, ProviderEvent } from '../../src/providers/model-provider.js';
import type { HttpSettings, HttpTarget } from '../../src/providers/http/http-settings.js';
import { HttpProvider, type HttpProtocol } from '../../src/providers/http/http-provider.js';
import { ScriptedServer } from './scripted-server.js';

/** The API key that requests are sent with. */
export const KEY = 'sk-secret-0123456789';

/** This machine, where the servers of tests are. */
export const loopback = new AddressPolicy(parseNetworks('127.0.0.1/32'));

/** The usual settings, without retries. */
export const httpSettings: HttpSettings = {
  addresses: loopback,
  connectTimeoutMs: 5_000,
  firstTokenTimeoutMs: 120_000,
  wholeAnswerTimeoutMs: 600_000,
  idleTimeoutMs: 120_000,
  connections: 1_024,
  queueLimit: 256,
  retries: { maxRetries: 0, backoffMs: 0 },
};

/** A small request. */
export function request(fields: Partial<ProviderChatRequest> = {}): ProviderChatRequest {
  return {
    messages: [{ role: 'user', content: 'Hi' }],
    choices: 1,
    stream: true,
    parameters: {},
    sessionId: 's',
    project: 't',
    ...fields,
  };
}

/** A provider and the server it talks to. Nothing is sent twice unless {@link use} says so. */
export class HttpSetup {
  readonly server = new ScriptedServer();
  readonly warnings: string[] = [];
  provider: HttpProvider;
  #known: HttpTarget | undefined;

  constructor(private readonly protocol: HttpProtocol) {
    this.provider = this.#create({});
  }

  /** The one model of the server. */
  get target(): HttpTarget {
    this.#known ??= { kind: this.protocol.kind, baseUrl: this.server.baseUrl, model: 'm', apiKey: KEY };
    return this.#known;
  }

  /** Replaces the provider by one with other settings. */
  async use(settings: Partial<HttpSettings>): Promise<void> {
    await this.provider.close();
    this.provider = this.#create(settings);
  }

  /** Sends a chat to the server. */
  chat(
    fields: Partial<ProviderChatRequest> = {},
    signal = new AbortController().signal,
  ): AsyncIterable<ProviderEvent[]> {
    return this.provider.chat(this.target, request(fields), signal);
  }

  /** Ends both. */
  async stop(): Promise<void> {
    await this.provider.close();
    await this.server.stop();
  }

  #create(settings: Partial<HttpSettings>): HttpProvider {
    const logger = {
      warn: (fields: object, message: string) => this.warnings.push(`${message} ${JSON.stringify(fields)}`),
    };
    return new HttpProvider(this.protocol, { ...httpSettings, ...settings }, logger);
  }
}
