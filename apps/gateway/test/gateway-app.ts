import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { Module, type DynamicModule } from '@nestjs/common';
import { MessagingModule, plaintext, type MessagingOptions } from '@earshot/messaging';
import { MemoryBroker } from '@earshot/messaging/testing';
import { createApp, createLogger, drainHttp, Health } from '@earshot/service-kit';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule } from '../src/app.module.js';
import { settings, type GatewayConfig } from '../src/config.js';
import { createHttpServer } from '../src/http/http-server.js';
import { chatScripts, ScriptedChatController, type ChatScript } from './scripted-chat.controller.js';
import { ScriptedEmbedController } from './scripted-embed.controller.js';
import { ScriptedFeedbackController } from './scripted-feedback.controller.js';
import { ScriptedFilesController } from './scripted-files.controller.js';
import { ScriptedInteractionsController } from './scripted-interactions.controller.js';
import { ScriptedManagementController } from './scripted-management.controller.js';
import { ScriptedReviewsController } from './scripted-reviews.controller.js';
import { ScriptedSessionsController } from './scripted-sessions.controller.js';
import { ScriptedStorageController } from './scripted-storage.controller.js';
import { ScriptedUploadsController } from './scripted-uploads.controller.js';
import { ScriptedUsageController } from './scripted-usage.controller.js';

const logger = createLogger('gateway', 'gateway-0', process.env.LOG_LEVEL ?? 'silent');

@Module({})
class ScriptedServicesModule {
  static on({ brokers, broker }: Pick<MessagingOptions, 'brokers' | 'broker'>): DynamicModule {
    const instance = `scripted-${randomUUID()}`;
    return {
      module: ScriptedServicesModule,
      imports: [MessagingModule.forRoot({ brokers, service: 'scripted', instance, logger, broker })],
      controllers: [
        ScriptedChatController,
        ScriptedEmbedController,
        ScriptedManagementController,
        ScriptedSessionsController,
        ScriptedStorageController,
        ScriptedUploadsController,
        ScriptedFeedbackController,
        ScriptedReviewsController,
        ScriptedFilesController,
        ScriptedUsageController,
        ScriptedInteractionsController,
      ],
    };
  }
}

interface ChatOptions extends Pick<RequestInit, 'signal'> {
  readonly key?: string;
  readonly body?: object;
  /** Of the message, before its text. */
  readonly parts?: object[];
}

/** A whole gateway on a real port, over a broker in memory, with scripted services behind it. */
export class GatewayApp {
  readonly adminKey = `es_${'A'.repeat(43)}`;
  readonly #beside: GatewayApp | undefined;
  readonly #brokers: string[];
  readonly #broker: MemoryBroker | undefined;
  /** Every route of the gateway, `GET /livez`. */
  readonly routes: string[] = [];
  readonly #apps: NestFastifyApplication[] = [];
  #address = '';

  /**
   * @param beside another gateway of the same installation, which is running.
   * @param brokers Kafka, in place of a broker in memory; that of the other gateway where there is one.
   */
  constructor(beside?: GatewayApp, brokers: string[] = []) {
    this.#beside = beside;
    this.#brokers = beside === undefined ? brokers : beside.#brokers;
    if (beside !== undefined) this.#broker = beside.#broker;
    else if (brokers.length === 0) this.#broker = new MemoryBroker();
  }

  get address(): string {
    return this.#address;
  }

  /** The broker in memory. */
  get broker(): MemoryBroker {
    return this.#broker as MemoryBroker;
  }

  get app(): NestFastifyApplication {
    return this.#apps.at(-1) as NestFastifyApplication;
  }

  /** @param own settings that are not those of every test. */
  async start(own: Partial<GatewayConfig> = {}): Promise<void> {
    const [brokers, broker] = [this.#brokers, this.#broker];
    const base = { brokers, security: plaintext, logLevel: 'silent' as const, host: '127.0.0.1', port: 0 };
    const config: GatewayConfig = {
      ...base,
      instance: `gateway-${randomUUID()}`,
      secretKey: Buffer.from(randomBytes(32)),
      acceptedSecretKeys: [],
      adminKey: this.adminKey,
      chatDeadlineS: 20,
      maxConnections: 1_000,
      maxConnectionsPerAddress: 1_000,
      projectConcurrent: 1_000,
      uploadPartMinBytes: 1,
      uploadPartMaxBytes: 1_048_576,
      bodyMemoryBytes: undefined,
      graphqlIntrospection: false,
      ...own,
    };
    const services = { service: 'scripted', settings, module: () => ScriptedServicesModule.on({ brokers, broker }) };
    if (this.#beside === undefined) await this.#run(await createApp(services, config, logger));
    const module = () => AppModule.forRoot(config, logger, broker);
    const http = () => this.#watchRoutes(createHttpServer(config, logger));
    await this.#run(await createApp({ service: 'gateway', settings, module, http }, config, logger));
    this.#address = await this.app.getUrl();
    const health = this.app.get(Health, { strict: false });
    while (!health.checks().every(({ ok }) => ok)) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async stop(): Promise<void> {
    for (const app of this.#apps.reverse()) {
      // Connections of aborted requests become idle later, and would then keep the server for their keep-alive time.
      await drainHttp(app.getHttpServer() as Server, { graceMs: 0 });
      await app.close();
    }
  }

  /** Sends a request with the admin key and a JSON body unless told otherwise. */
  fetch(
    path: string,
    { key = this.adminKey, json, ...init }: RequestInit & { key?: string | null; json?: unknown } = {},
  ) {
    const headers = new Headers(init.headers);
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    if (json !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const body = json === undefined ? init.body : JSON.stringify(json);
    return fetch(`${this.#address}${path}`, { ...init, method: init.method ?? (body ? 'POST' : 'GET'), headers, body });
  }

  /** A key of the project with these permissions. */
  async keyOf(project: string, permissions: string[]): Promise<string> {
    const answer = await this.fetch(`/api/v1/projects/${project}/api_keys`, { json: { name: 'test', permissions } });
    return ((await answer.json()) as { api_key: string }).api_key;
  }

  /** Sends a chat request that the worker answers by this script. */
  chat(script: ChatScript, { key, body, parts, ...init }: ChatOptions = {}) {
    const text = randomUUID();
    chatScripts.set(text, script);
    const content = parts ? [...parts, { type: 'text', text }] : text;
    const json = { model: 'demo/demo', messages: [{ role: 'user', content }], ...body };
    return this.fetch('/api/v1/chat/completions', { ...init, key, json });
  }

  #watchRoutes(server: FastifyInstance): FastifyInstance {
    server.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) this.routes.push(`${one} ${url}`);
    });
    return server;
  }

  async #run(app: NestFastifyApplication): Promise<void> {
    this.#apps.push(app);
    await app.listen(0, '127.0.0.1');
    await app.startAllMicroservices();
  }
}
