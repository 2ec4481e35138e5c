import { Injectable } from '@nestjs/common';
import {
  apiKeysState,
  createApiKey,
  listApiKeys,
  readApiKey,
  revokeApiKey,
  updateApiKey,
  type ApiKey,
} from '@earshot/contracts-projects';
import { uuidSchema, type ListQuery } from '@earshot/dto-common';
import type { ApiKeyResponse, CreateApiKey, CreatedApiKeyResponse, UpdateApiKey } from '@earshot/dto-projects';
import { notFound } from '@earshot/errors';
import { InjectReplica, StateReplica } from '@earshot/messaging';
import { ownKeyFixed } from '../auth/access.errors.js';
import { keptPermissions, permissionsOf } from '../auth/key-permissions.js';
import { ProjectAccess } from '../auth/project-access.js';
import type { RequestContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { checkGrant } from './check-grant.js';
import { KeyMint } from './key-mint.js';

/** Turns requests about API keys into commands to the service that owns them. `project` is null for keys of the installation. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly mint: KeyMint,
    @InjectReplica(apiKeysState) private readonly replica: StateReplica<ApiKey>,
  ) {}

  /** @throws AppError `grant_exceeded`, and those of the service. */
  async create(context: RequestContext, project: string | null, body: CreateApiKey): Promise<CreatedApiKeyResponse> {
    const project_id = await this.#scope(context, project);
    const { name, permissions, expires_at = null, limits = null, key_sha256 } = body;
    checkGrant(context.caller, { permissions, expires_at, limits });
    // The answer shows a secret: it is for the caller that made the key, under whatever idempotency key another one comes.
    const { command, entity } = writeIds(context, [project_id, context.caller.keyId]);
    const minted = key_sha256 === undefined ? this.mint.mint(context, command, body) : undefined;
    const hash = key_sha256 ?? (minted?.hash as string);
    const request = { id: entity, project_id, name, ...keptPermissions(permissions), expires_at, limits, hash };
    const key = await this.management.write(createApiKey, request, this.#writing(context, command, entity));
    return { ...shown(key), ...(minted && { api_key: minted.apiKey }) };
  }

  async list(context: RequestContext, project: string | null, page: ListQuery): Promise<Page<ApiKeyResponse>> {
    const project_id = await this.#scope(context, project);
    return showPage(await this.management.read(listApiKeys, { ...page, project_id }, context.call), shown);
  }

  async read(context: RequestContext, project: string | null, key: string): Promise<ApiKeyResponse> {
    const project_id = await this.#scope(context, project);
    return shown(await this.management.read(readApiKey, { id: idOf(key), project_id }, context.call));
  }

  /** @throws AppError `own_key_fixed`, `grant_exceeded`, and those of the service. */
  async update(
    context: RequestContext,
    project: string | null,
    key: string,
    body: UpdateApiKey,
  ): Promise<ApiKeyResponse> {
    const project_id = await this.#scope(context, project);
    const id = idOf(key);
    if (id === context.caller.keyId) throw ownKeyFixed();
    const { name, permissions, expires_at, limits } = body;
    checkGrant(context.caller, { permissions, expires_at, limits });
    const { command } = writeIds(context, project_id);
    const changes = { name, ...(permissions && keptPermissions(permissions)), expires_at, limits };
    const request = { id, project_id, changes };
    return shown(await this.management.write(updateApiKey, request, this.#writing(context, command, id)));
  }

  async revoke(context: RequestContext, project: string | null, key: string): Promise<void> {
    const project_id = await this.#scope(context, project);
    const id = idOf(key);
    const { command } = writeIds(context, project_id);
    await this.management.write(revokeApiKey, { id, project_id }, this.#writing(context, command, id));
  }

  async #scope({ caller }: RequestContext, project: string | null): Promise<string | null> {
    return project === null ? null : (await this.access.resolve(caller, project)).id;
  }

  #writing({ call }: RequestContext, id: string, key: string) {
    return { call, id, key, changes: this.replica };
  }
}

/** Keys have no key to be named by: what is no uuid names nothing. */
function idOf(text: string): string {
  const parsed = uuidSchema.safeParse(text);
  if (!parsed.success) throw notFound('api key', text);
  return parsed.data;
}

function shown(key: ApiKey): ApiKeyResponse {
  const { id, name, project_id, expires_at, limits, last_used_at = null, created_at, updated_at } = key;
  const permissions = permissionsOf(key);
  return { id, name, project_id, permissions, expires_at, limits, last_used_at, created_at, updated_at };
}
