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
import {
  apiKeySchema,
  type ApiKeyResponse,
  type CreateApiKey,
  type CreatedApiKeyResponse,
  type UpdateApiKey,
} from '@earshot/dto-projects';
import { notFound } from '@earshot/errors';
import { InjectReplica, StateReplica } from '@earshot/messaging';
import { ownKeyFixed } from '../auth/access.errors.js';
import { storedPermissions, permissionsOf } from '../auth/caller.js';
import type { RequestContext } from '../auth/request-context.js';
import { pickFields } from '../http/request-pipes.js';
import { ManagementClient, mapPage, type Page } from '../management/management.client.js';
import { writeIds } from '../http/write-ids.js';
import { checkGrant } from './check-grant.js';
import { KeyGenerator } from './key-generator.js';

/** Manages API keys. A project id of null stands for keys of the installation. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly management: ManagementClient,
    private readonly generator: KeyGenerator,
    @InjectReplica(apiKeysState) private readonly replica: StateReplica<ApiKey>,
  ) {}

  /** @throws AppError `grant_exceeded`, and the errors of the projects service. */
  async create(context: RequestContext, project_id: string | null, body: CreateApiKey): Promise<CreatedApiKeyResponse> {
    const { name, permissions, expires_at = null, limits = null, key_sha256 } = body;
    checkGrant(context.caller, { permissions, expires_at, limits });
    // The response shows a secret: another caller with the same idempotency key must not get it.
    const { command, entity: id } = writeIds(context, [project_id, context.caller.keyId]);
    const generated = key_sha256 === undefined ? this.generator.generate(context, command, body) : undefined;
    const hash = key_sha256 ?? (generated?.hash as string);
    const request = { id, project_id, name, ...storedPermissions(permissions), expires_at, limits, hash };
    const key = await this.management.write(createApiKey, request, this.#options(context, command, id));
    return { ...shown(key), ...(generated && { api_key: generated.apiKey }) };
  }

  async list({ call }: RequestContext, project_id: string | null, page: ListQuery): Promise<Page<ApiKeyResponse>> {
    return mapPage(await this.management.read(listApiKeys, { ...page, project_id }, call), shown);
  }

  /** @throws AppError `api_key_not_found` */
  async read({ call }: RequestContext, project_id: string | null, key: string): Promise<ApiKeyResponse> {
    return shown(await this.management.read(readApiKey, { id: idOf(key), project_id }, call));
  }

  /** @throws AppError `own_key_fixed`, `grant_exceeded`, and the errors of the projects service. */
  async update(
    context: RequestContext,
    project_id: string | null,
    key: string,
    { permissions, ...rest }: UpdateApiKey,
  ): Promise<ApiKeyResponse> {
    const id = idOf(key);
    if (id === context.caller.keyId) throw ownKeyFixed();
    checkGrant(context.caller, { permissions, ...rest });
    const { command } = writeIds(context, project_id);
    const changes = { ...rest, ...(permissions && storedPermissions(permissions)) };
    const request = { id, project_id, changes };
    return shown(await this.management.write(updateApiKey, request, this.#options(context, command, id)));
  }

  /** @throws AppError `api_key_not_found` */
  async revoke(context: RequestContext, project_id: string | null, key: string): Promise<void> {
    const id = idOf(key);
    const { command } = writeIds(context, project_id);
    await this.management.write(revokeApiKey, { id, project_id }, this.#options(context, command, id));
  }

  #options({ call }: RequestContext, id: string, key: string) {
    return { call, id, key, changes: this.replica };
  }
}

/** API keys are looked up by id only. @throws AppError `api_key_not_found` for anything but a uuid. */
function idOf(text: string): string {
  const parsed = uuidSchema.safeParse(text);
  if (!parsed.success) throw notFound('api key', text);
  return parsed.data;
}

function shown(key: ApiKey): ApiKeyResponse {
  return pickFields(apiKeySchema, { last_used_at: null, ...key, permissions: permissionsOf(key) });
}
