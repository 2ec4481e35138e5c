import { isDeepStrictEqual } from 'node:util';
import { Controller } from '@nestjs/common';
import type { CommandContract, StateContract } from '@earshot/contracts-core';
import * as inference from '@earshot/contracts-inference';
import * as projects from '@earshot/contracts-projects';
import { AppError, conflict, notFound } from '@earshot/errors';
import {
  CommandHandler,
  eventHeaders,
  RecordPublisher,
  type Command,
  type CommandResult,
  producerHeader,
} from '@earshot/messaging';

/** What gateways told of keys that were used. */
export const keyUses: projects.RecordKeyUses['uses'] = [];

type Entity = { id: string; created_at: string; updated_at: string };
type Group<C> = C extends CommandContract<infer Q, infer _R> ? readonly Command<Q>[] : never;
type Results<R> = Promise<CommandResult<R>[]>;
type ResultsOf<C> = C extends CommandContract<infer _Q, infer R> ? Results<R> : never;

/**
 * The services that own projects, keys and models, without a database: state is published before the reply, a command
 * is done once.
 */
@Controller()
export class ScriptedManagementController {
  readonly #done = new Map<string, { body: unknown; reply: unknown }>();
  readonly #kept = new Map<string, Map<string, Entity>>();

  constructor(private readonly records: RecordPublisher) {}

  @CommandHandler(projects.createProject)
  createProject(group: Group<typeof projects.createProject>): ResultsOf<typeof projects.createProject> {
    return this.#each(group, (body, command) => {
      const taken = this.#all(projects.projectsState).some(({ key }) => key === body.key);
      if (taken) throw conflict('key_taken', `The key '${body.key}' is in use.`, { param: 'key' });
      return this.#put(projects.projectsState, body, command);
    });
  }

  @CommandHandler(projects.updateProject)
  updateProject(group: Group<typeof projects.updateProject>): ResultsOf<typeof projects.updateProject> {
    return this.#each(group, ({ id, changes }, command) => this.#change(projects.projectsState, id, changes, command));
  }

  @CommandHandler(projects.deleteProject)
  deleteProject(group: Group<typeof projects.deleteProject>): ResultsOf<typeof projects.deleteProject> {
    return this.#each(group, ({ id }, command) => this.#remove(projects.projectsState, id, command));
  }

  @CommandHandler(projects.listProjects)
  listProjects(group: Group<typeof projects.listProjects>): ResultsOf<typeof projects.listProjects> {
    return this.#each(group, async ({ only }) => ({
      data: this.#all(projects.projectsState).filter(({ id }) => only === null || only.includes(id)),
      next_cursor: null,
    }));
  }

  @CommandHandler(projects.createApiKey)
  createApiKey(group: Group<typeof projects.createApiKey>): ResultsOf<typeof projects.createApiKey> {
    return this.#each(group, (body, command) =>
      this.#put<projects.ApiKey & { hash: string }>(projects.apiKeysState, body, command),
    );
  }

  @CommandHandler(projects.updateApiKey)
  updateApiKey(group: Group<typeof projects.updateApiKey>): ResultsOf<typeof projects.updateApiKey> {
    return this.#each(group, ({ id, changes }, command) => this.#change(projects.apiKeysState, id, changes, command));
  }

  @CommandHandler(projects.revokeApiKey)
  revokeApiKey(group: Group<typeof projects.revokeApiKey>): ResultsOf<typeof projects.revokeApiKey> {
    return this.#each(group, ({ id }, command) => this.#remove(projects.apiKeysState, id, command));
  }

  @CommandHandler(projects.recordKeyUses)
  recordKeyUses(group: Group<typeof projects.recordKeyUses>): ResultsOf<typeof projects.recordKeyUses> {
    return this.#each(group, async ({ uses }) => {
      keyUses.push(...uses);
      return {};
    });
  }

  @CommandHandler(projects.readApiKey)
  readApiKey(group: Group<typeof projects.readApiKey>): ResultsOf<typeof projects.readApiKey> {
    return this.#each(group, async ({ id }) => this.#get(projects.apiKeysState, id));
  }

  @CommandHandler(projects.listApiKeys)
  listApiKeys(group: Group<typeof projects.listApiKeys>): ResultsOf<typeof projects.listApiKeys> {
    return this.#each(group, async (asked) => ({
      data: this.#all(projects.apiKeysState).filter(({ project_id }) => project_id === asked.project_id),
      next_cursor: null,
    }));
  }

  @CommandHandler(projects.listKeyUses)
  listKeyUses(group: Group<typeof projects.listKeyUses>): ResultsOf<typeof projects.listKeyUses> {
    return this.#each(group, async (asked) => ({
      data: this.#all(projects.apiKeysState)
        .filter(({ project_id }) => project_id === asked.project_id)
        .map(({ id }) => ({ key_id: id, requests: asked.days, tokens: 7, last_used_at: null })),
      next_cursor: null,
    }));
  }

  @CommandHandler(inference.createModel)
  createModel(group: Group<typeof inference.createModel>): ResultsOf<typeof inference.createModel> {
    return this.#each(group, (body, command) => this.#put(inference.modelsState, body, command));
  }

  @CommandHandler(inference.updateModel)
  updateModel(group: Group<typeof inference.updateModel>): ResultsOf<typeof inference.updateModel> {
    return this.#each(group, ({ id, changes }, command) => this.#change(inference.modelsState, id, changes, command));
  }

  @CommandHandler(inference.deleteModel)
  deleteModel(group: Group<typeof inference.deleteModel>): ResultsOf<typeof inference.deleteModel> {
    return this.#each(group, ({ id }, command) => this.#remove(inference.modelsState, id, command));
  }

  @CommandHandler(inference.listModels)
  listModels(group: Group<typeof inference.listModels>): ResultsOf<typeof inference.listModels> {
    return this.#each(group, async (asked) => ({
      data: this.#all(inference.modelsState).filter(({ project_id }) => project_id === asked.project_id),
      next_cursor: null,
    }));
  }

  @CommandHandler(inference.createTool)
  createTool(group: Group<typeof inference.createTool>): ResultsOf<typeof inference.createTool> {
    return this.#each(group, (body, command) => this.#put(inference.toolsState, body, command));
  }

  @CommandHandler(inference.deleteTool)
  deleteTool(group: Group<typeof inference.deleteTool>): ResultsOf<typeof inference.deleteTool> {
    return this.#each(group, ({ id }, command) => this.#remove(inference.toolsState, id, command));
  }

  async #each<Q, R>(group: readonly Command<Q>[], act: (body: Q, command: Command<Q>) => Promise<R>): Results<R> {
    const results: CommandResult<R>[] = [];
    for (const command of group) results.push(await this.#once(command, act));
    return results;
  }

  async #once<Q, R>(command: Command<Q>, act: (body: Q, command: Command<Q>) => Promise<R>): Promise<CommandResult<R>> {
    const before = this.#done.get(command.id);
    if (before !== undefined) {
      if (isDeepStrictEqual(before.body, command.body)) return { ok: before.reply as R };
      return { error: conflict('idempotency_key_reused', 'The idempotency key was used with another body.') };
    }
    try {
      const reply = await act(command.body, command);
      this.#done.set(command.id, { body: command.body, reply });
      return { ok: reply };
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
  }

  #table<V>({ type }: StateContract<V>): Map<string, V & Entity> {
    if (!this.#kept.has(type)) this.#kept.set(type, new Map());
    return this.#kept.get(type) as unknown as Map<string, V & Entity>;
  }

  #all<V>(contract: StateContract<V>): (V & Entity)[] {
    return [...this.#table(contract).values()];
  }

  #get<V>(contract: StateContract<V>, id: string): V & Entity {
    const value = this.#table(contract).get(id);
    if (value === undefined) throw notFound('api key', id);
    return value;
  }

  async #put<V>(contract: StateContract<V>, body: Omit<V, keyof Entity> & { id: string }, command: Command<unknown>) {
    const now = new Date().toISOString();
    const value = { created_at: now, ...body, updated_at: now } as V & Entity;
    this.#table(contract).set(value.id, value);
    await this.#publish(contract, value.id, value, command);
    return value;
  }

  #change<V>(contract: StateContract<V>, id: string, changes: object, command: Command<unknown>) {
    return this.#put(contract, { ...this.#get(contract, id), ...changes }, command);
  }

  async #remove<V>(contract: StateContract<V>, id: string, command: Command<unknown>): Promise<{ id: string }> {
    this.#get(contract, id);
    this.#table(contract).delete(id);
    await this.#publish(contract, id, null, command);
    return { id };
  }

  async #publish(
    contract: { topic: { name: string; producer?: string }; type: string },
    key: string,
    value: unknown,
    { call }: Command<unknown>,
  ) {
    const bytes = value === null ? null : Buffer.from(JSON.stringify(value));
    const headers = { ...eventHeaders(contract.type, call), [producerHeader]: contract.topic.producer ?? '' };
    await this.records.publish([{ topic: contract.topic.name, key, type: contract.type, value: bytes, headers }]);
  }
}
