import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  apiKeysState,
  auditEntryOf,
  auditRecorded,
  type ApiKey,
  type CreateApiKey,
  type ListApiKeys,
  type ReadApiKey,
  type RecordKeyUses,
  type RevokeApiKey,
  type UpdateApiKey,
} from '@earshot/contracts-projects';
import { Outbox, type Transaction } from '@earshot/persistence';
import type { ApiKeyEntity } from '../database/entities/api-key.entity.js';
import { nextUpdate } from '../database/next-update.js';
import { toApiKey, toApiKeyState } from './api-key.mapper.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** The rules of API keys. What is published is in force, so a key is revoked by the time this is answered. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `project_not_found`, `key_in_use`, `id_taken` */
  async create(tx: Transaction, request: CreateApiKey, call: CallContext): Promise<ApiKey> {
    const { id, project_id: projectId, name, hash, permissions, manages_keys: managesKeys = null, limits } = request;
    const now = new Date();
    const expiresAt = dateOrNull(request.expires_at);
    const row = {
      id,
      projectId,
      name,
      hash,
      permissions,
      managesKeys,
      limits,
      expiresAt,
      lastUsedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, row);
    await this.#audit(tx, null, row, call);
    return this.#publish(tx, row, call);
  }

  /** @throws AppError `api_key_not_found` */
  async update(tx: Transaction, { changes, ...which }: UpdateApiKey, call: CallContext): Promise<ApiKey> {
    const row = await this.repository.lock(tx, which);
    const { name = row.name, permissions = row.permissions, limits = row.limits, expires_at: expires } = changes;
    const { manages_keys: managesKeys = row.managesKeys } = changes;
    const expiresAt = expires === undefined ? row.expiresAt : dateOrNull(expires);
    const changed = { ...row, name, permissions, managesKeys, limits, expiresAt, updatedAt: nextUpdate(row.updatedAt) };
    await this.repository.update(tx, changed);
    await this.#audit(tx, row, changed, call);
    return this.#publish(tx, changed, call);
  }

  /** @throws AppError `api_key_not_found` */
  async revoke(tx: Transaction, which: RevokeApiKey, call: CallContext): Promise<{ id: string }> {
    const row = await this.repository.lock(tx, which);
    const { id } = row;
    await this.repository.delete(tx, id);
    await this.#audit(tx, row, null, call);
    await this.outbox.tombstones(tx, apiKeysState, [id], call);
    return { id };
  }

  /** Keys that are gone are passed over. */
  async recordUses(tx: Transaction, { uses }: RecordKeyUses): Promise<Record<string, never>> {
    await this.repository.recordUses(tx, uses);
    return {};
  }

  /** Every key of a project. */
  async revokeAll(tx: Transaction, projectId: string, call: CallContext): Promise<void> {
    const ids = await this.repository.deleteOfProject(tx, projectId);
    await this.outbox.tombstones(tx, apiKeysState, ids, call);
  }

  /** @throws AppError `api_key_not_found` */
  async read(tx: Transaction, which: ReadApiKey): Promise<ApiKey> {
    return toApiKey(await this.repository.read(tx, which));
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, { project_id, limit, cursor }: ListApiKeys) {
    const { rows, nextCursor } = await this.repository.page(tx, project_id, { limit, cursor });
    return { data: rows.map(toApiKey), next_cursor: nextCursor };
  }

  async #audit(
    tx: Transaction,
    before: ApiKeyEntity | null,
    after: ApiKeyEntity | null,
    call: CallContext,
  ): Promise<void> {
    const { id, projectId } = (after ?? before) as ApiKeyEntity;
    const sides = { before: before && toApiKey(before), after: after && toApiKey(after) };
    const change = { resource: 'api_key', resource_id: id, project_id: projectId, ...sides } as const;
    await this.outbox.event(tx, auditRecorded, auditEntryOf(change, call), call);
  }

  async #publish(tx: Transaction, row: ApiKeyEntity, call: CallContext): Promise<ApiKey> {
    await this.outbox.state(tx, apiKeysState, toApiKeyState(row), call);
    return toApiKey(row);
  }
}

function dateOrNull(timestamp: string | null): Date | null {
  return timestamp === null ? null : new Date(timestamp);
}
