import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import {
  type CreateModel,
  type EncodedProvider,
  encodeProvider,
  isExternal,
  type ListResources,
  type Model,
  modelsState,
  type NamedResource,
  type Provider,
  providerOf,
  serverOf,
  type UpdateModel,
} from '@earshot/contracts-inference';
import { ProjectDirectory } from '@earshot/directory';
import { AppError } from '@earshot/errors';
import { nextUpdate, now, Outbox, type Transaction } from '@earshot/persistence';
import { CampaignsRepository } from '../campaign-rows/campaigns.repository.js';
import { definedFields } from '../database/project-rows.js';
import { baseUrlNotAllowed } from '../outgoing/outgoing.errors.js';
import { ProviderAddresses } from '../outgoing/outgoing.module.js';
import { Providers } from '../providers/providers.js';
import { defaultRequired, fallbackInvalid, modelInCampaign } from './models.errors.js';
import { ModelsRepository } from './models.repository.js';

/** A created or changed model. */
interface Change {
  readonly before: Model | null;
  readonly after: Model;
}

/** The rules of models: unique keys in a project, one default. Every write holds the lock of its project. */
@Injectable()
export class ModelsService {
  constructor(
    private readonly models: ModelsRepository,
    private readonly campaigns: CampaignsRepository,
    private readonly projects: ProjectDirectory,
    private readonly addresses: ProviderAddresses,
    private readonly providers: Providers,
    private readonly outbox: Outbox,
    private readonly changes: ResourceChanges,
  ) {}

  /** Creates a model; the first becomes the default. Throws the errors of the contract `create-model.v1`. */
  async create(tx: Transaction, request: CreateModel, call: CallContext): Promise<Model> {
    await this.models.lockProject(tx, request.project_id);
    await this.projects.require(request.project_id);
    await this.models.requireFreeKey(tx, request.project_id, request.key);
    await this.#requireFallback(tx, request);
    this.#requireAllowed(request.provider);
    const previous = await this.models.findDefault(tx, request.project_id);
    const created_at = now();
    const model = { ...request, default: request.default || !previous, created_at, updated_at: created_at };
    const demotion = await this.#demote(tx, model.default ? previous : null);
    await this.models.insert(tx, model);
    await this.#publish(tx, [{ before: null, after: model }, ...demotion], call);
    return model;
  }

  /** Changes the given fields. Throws the errors of the contract `update-model.v1`. */
  async update(tx: Transaction, { id, project_id, changes }: UpdateModel, call: CallContext): Promise<Model> {
    const current = await this.models.lock(tx, { id, project_id });
    if (current.default && changes.default === false) throw defaultRequired(current.key);
    if (changes.key !== undefined && changes.key !== current.key) {
      await this.models.requireFreeKey(tx, project_id, changes.key);
    }
    const provider = changes.provider && withTrustOf(current.provider, changes.provider);
    if (provider) this.#requireAllowed(provider);
    const model: Model = {
      ...current,
      ...definedFields({ ...changes, provider }),
      updated_at: nextUpdate(current.updated_at),
    };
    if (changes.fallback !== undefined) await this.#requireFallback(tx, model);
    if (canChat(current) && !canChat(model)) await this.#requireFree(tx, current);
    const promoted = model.default && !current.default;
    const demotion = await this.#demote(tx, promoted ? await this.models.findDefault(tx, project_id) : null);
    await this.models.update(tx, model);
    await this.#publish(tx, [{ before: current, after: model }, ...demotion], call);
    return model;
  }

  /** Deletes a model; the oldest other replaces a default. @throws AppError `model_not_found`, `model_in_campaign` */
  async remove(tx: Transaction, { id, project_id }: NamedResource, call: CallContext): Promise<{ id: string }> {
    const model = await this.models.lock(tx, { id, project_id });
    await this.#requireFree(tx, model);
    await this.models.delete(tx, id);
    const change = { resource: 'model', resource_id: id, project_id, before: model, after: null } as const;
    await this.changes.audit(tx, change, call);
    const successor = model.default ? await this.models.findOldest(tx, project_id) : null;
    if (successor) {
      const promoted = { ...successor, default: true, updated_at: nextUpdate(successor.updated_at) };
      await this.models.update(tx, promoted);
      await this.#publish(tx, [{ before: successor, after: promoted }], call);
    }
    await this.outbox.tombstones(tx, modelsState, [id], call);
    return { id };
  }

  /** The models of a project, the oldest first. @throws AppError `cursor_invalid` */
  list(tx: Transaction, request: ListResources) {
    return this.models.page(tx, request);
  }

  /** Takes the default from a model. @returns the change, to be published after the new default */
  async #demote(tx: Transaction, before: Model | null): Promise<Change[]> {
    if (before === null) return [];
    const after = { ...before, default: false, updated_at: nextUpdate(before.updated_at) };
    await this.models.update(tx, after);
    return [{ before, after }];
  }

  /** Publishes in order: the new default first, so that in between readers see two defaults rather than none. */
  async #publish(tx: Transaction, changes: readonly Change[], call: CallContext): Promise<void> {
    for (const change of changes) {
      const { project_id } = change.after;
      await this.changes.publish(tx, modelsState, { resource: 'model', project_id, ...change }, call);
    }
  }

  /** Checks the fallbacks once; later changes of them are handled by each chat. */
  async #requireFallback(tx: Transaction, { project_id, key, fallback }: CreateModel): Promise<void> {
    for (const [index, name] of fallback.entries()) {
      if (name === key) throw fallbackInvalid(index, `'${name}' is the model itself. Expected another model.`);
      if (await this.models.findByKey(tx, project_id, name)) continue;
      throw fallbackInvalid(index, `The project has no model '${name}'. Create it first, or omit it.`);
    }
  }

  /** Checks the settings and the address; names are resolved and checked on connecting. */
  #requireAllowed(encoded: EncodedProvider): void {
    if (isExternal({ provider: encoded })) return;
    const provider = providerOf({ provider: encoded });
    this.providers.requireServed(provider);
    const server = serverOf(provider);
    if (!server || server.base_url_trusted === true) return;
    if (!this.addresses.mayPermit(server.base_url)) throw new AppError(baseUrlNotAllowed('provider.base_url'));
  }

  /** What is drawn for requests must be there to answer them. */
  async #requireFree(tx: Transaction, { project_id, id, key }: Model): Promise<void> {
    const campaign = await this.campaigns.findRunningWith(tx, project_id, id);
    if (campaign) throw modelInCampaign(key, campaign.key);
  }
}

/** An unchanged address stays trusted when other settings of the provider change. */
function withTrustOf(current: EncodedProvider, changed: EncodedProvider): EncodedProvider {
  const [before, after] = [current, changed].map((provider) => providerOf({ provider })) as [Provider, Provider];
  const [server, next] = [serverOf(before), serverOf(after)];
  if (before.kind !== after.kind || server?.base_url_trusted !== true || server.base_url !== next?.base_url)
    return changed;
  return encodeProvider({ ...after, settings: { ...after.settings, base_url_trusted: true } });
}

/** Whether a model can answer chats. */
export function canChat(model: Pick<Model, 'provider' | 'capabilities'>): boolean {
  return !isExternal(model) && model.capabilities.includes('chat');
}
