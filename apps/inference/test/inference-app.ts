import {
  chat,
  createModel,
  createTool,
  deleteModel,
  deleteTool,
  embed,
  listModels,
  listTools,
  updateModel,
  updateTool,
  type ChatChunk,
  type ChatRequest,
  type EmbedChunk,
  type EmbedRequest,
  type Model,
  type Tool,
} from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { newCallContext } from '@earshot/messaging';
import { SecretBox } from '@earshot/service-kit';
import { randomBytes, randomUUID } from 'node:crypto';
import { lastValueFrom, toArray, type Observable } from 'rxjs';
import { v7 } from 'uuid';
import type { ProviderKinds } from '../src/providers/providers.js';
import { aChatRequest, aProject } from './chat-fixtures.js';
import { Neighbours } from './neighbours.js';
import { until } from '@earshot/messaging/testing';
import { OpenaiDouble } from './openai-double.js';
import { ScratchDatabase } from './scratch-database.js';
import { ServiceProcess } from './service-process.js';

const call = newCallContext();
export const master = randomBytes(32);

/** What an answer's chunks say of its first choice. */
export const textOf = (chunks: ChatChunk[]) => chunks.map(({ choices }) => choices[0]?.text ?? '').join('');

/** The service with everything around it, and what its callers do. */
export class InferenceApp {
  private constructor(
    readonly database: ScratchDatabase,
    readonly upstream: OpenaiDouble,
    readonly neighbours: Neighbours,
    private service: ServiceProcess,
    private readonly settings: Record<string, string>,
    private readonly kinds?: ProviderKinds,
  ) {}

  /**
   * @param settings of the service, beside the usual ones.
   * @param kinds of providers; those of the service unless given.
   */
  static async begin(settings: Record<string, string> = {}, kinds?: ProviderKinds): Promise<InferenceApp> {
    const database = await ScratchDatabase.create();
    const upstream = await OpenaiDouble.listen();
    const neighbours = await Neighbours.start();
    const service = await startService(database, settings, kinds);
    return new InferenceApp(database, upstream, neighbours, service, settings, kinds);
  }

  async end(): Promise<void> {
    await this.service.stop();
    await this.neighbours.stop();
    await this.upstream.close();
    await this.database.drop();
  }

  /** As on SIGTERM. */
  stopService(): Promise<void> {
    return this.service.stop();
  }

  /** @param changed settings of this start alone. */
  async startService(changed: Record<string, string> = {}): Promise<void> {
    this.service = await startService(this.database, { ...this.settings, ...changed }, this.kinds);
  }

  /** A new project, as its service publishes it. */
  async makeProject(changes: Partial<Project> = {}): Promise<Project> {
    const project = aProject({ id: v7(), key: `shop-${randomUUID().slice(0, 8)}`, ...changes });
    await this.neighbours.publishProject(project);
    return project;
  }

  /** @param command id of the command, for one that comes again. */
  makeModel(projectId: string, key: string, changes: Partial<Model> = {}, command?: string): Promise<Model> {
    const provider = { kind: 'openai' as const, base_url: this.upstream.baseUrl, model: 'm', sealed_api_key: null };
    const settings = {
      name: key,
      provider,
      capabilities: ['chat' as const],
      system_prompt: null,
      parameters: {},
      fallback: [],
    };
    const request = { id: v7(), project_id: projectId, key, default: false, ...settings, ...changes };
    return this.neighbours.client.command(createModel, request, { call, id: command });
  }

  changeModel({ id, project_id }: Pick<Model, 'id' | 'project_id'>, changes: Partial<Model>): Promise<Model> {
    return this.neighbours.client.command(updateModel, { id, project_id, changes }, { call });
  }

  async removeModel({ id, project_id }: Pick<Model, 'id' | 'project_id'>): Promise<void> {
    await this.neighbours.client.command(deleteModel, { id, project_id }, { call });
  }

  /** The models that the service lists, page by page. */
  async modelsOf(projectId: string, limit = 100): Promise<Model[]> {
    const models: Model[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: Model[]; next_cursor: string | null } = await this.neighbours.client.command(
        listModels,
        { project_id: projectId, limit, cursor },
        { call },
      );
      models.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return models;
  }

  /** A tool of the kind `http`, unless told otherwise. @param command id of the command, for one that comes again. */
  makeTool(projectId: string, key: string, changes: Partial<Tool> = {}, command?: string): Promise<Tool> {
    const settings = {
      name: key,
      description: `Does ${key}.`,
      parameters: { type: 'object', properties: { what: { type: 'string' } } },
      enabled: true,
      endpoint: { kind: 'http' as const, url: 'http://127.0.0.1:1/', method: 'POST' as const },
      sealed_headers: null,
      header_names: [],
    };
    const request = { id: v7(), project_id: projectId, key, ...settings, ...changes };
    return this.neighbours.client.command(createTool, request, { call, id: command });
  }

  changeTool({ id, project_id }: Pick<Tool, 'id' | 'project_id'>, changes: object): Promise<Tool> {
    return this.neighbours.client.command(updateTool, { id, project_id, changes }, { call });
  }

  async removeTool({ id, project_id }: Pick<Tool, 'id' | 'project_id'>): Promise<void> {
    await this.neighbours.client.command(deleteTool, { id, project_id }, { call });
  }

  /** The tools that the service lists. */
  async toolsOf(project_id: string): Promise<Tool[]> {
    const page = { project_id, limit: 100, cursor: null };
    return (await this.neighbours.client.command(listTools, page, { call })).data;
  }

  /** The headers of a tool as the gateway seals them. */
  sealHeaders(headers: Record<string, string>, toolId: string): string {
    return new SecretBox(master, 'tool-headers').seal(JSON.stringify(headers), toolId);
  }

  /** A provider's API key as the gateway seals it for a model. */
  seal(secret: string, modelId: string): string {
    return new SecretBox(master, 'provider-api-key').seal(secret, modelId);
  }

  /** A chat as the gateway sends it, for the project's default model unless told otherwise. */
  ask(
    projectId: string,
    changes: Partial<ChatRequest> = {},
  ): { request: ChatRequest; answer: Observable<ChatChunk[]> } {
    const ids = { response_id: `chatcmpl-${v7()}`, completion_ids: [v7()], session_id: v7() };
    const request = aChatRequest({ ...ids, project_id: projectId, model: null, ...changes });
    return { request, answer: this.neighbours.client.work(chat, request, { call, deadlineMs: 20_000 }) };
  }

  async answerTo(projectId: string, changes: Partial<ChatRequest> = {}): Promise<ChatChunk[]> {
    return (await lastValueFrom(this.ask(projectId, changes).answer.pipe(toArray()))).flat();
  }

  /** A request for vectors as the gateway sends it, for the project's own choice of a model unless told otherwise. */
  embed(projectId: string, input: string[], changes: Partial<EmbedRequest> = {}): Observable<EmbedChunk[]> {
    const request = { project_id: projectId, model: null, input, dimensions: null, user: null, ...changes };
    return this.neighbours.client.work(embed, request, { call, deadlineMs: 20_000 });
  }

  /** What the log says of a chat, once it does. */
  async recordOf({ response_id }: ChatRequest) {
    const find = () => this.neighbours.witness.recorded.find((event) => event.response_id === response_id);
    await until(() => find() !== undefined, 'the record');
    return find();
  }
}

async function startService(
  database: ScratchDatabase,
  settings: Record<string, string>,
  kinds?: ProviderKinds,
): Promise<ServiceProcess> {
  const environment = { DATABASE_URL: database.url, EARSHOT_SECRET_KEY: master.toString('base64'), ...settings };
  const started = await ServiceProcess.start(environment, kinds);
  await until(() => started.missing.length === 0, 'the service to be ready');
  return started;
}
