import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import {
  apiKeysState,
  type ApiKey,
  type ApiKeyState,
  type CreateApiKey,
  type ListApiKeys,
  type ListKeyUses,
  type ReadApiKey,
  type RecordKeyUses,
  type RevokeApiKey,
  type UpdateApiKey,
} from '@earshot/contracts-projects';
import { nextUpdate, now, Outbox, type Transaction } from '@earshot/persistence';
import type { ApiKeyEntity } from '../database/entities/api-key.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyUsesRepository } from './key-uses.repository.js';

/**
 * The rules of API keys. A command is answered once its change is published, so a revoked key stops working at once.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly uses: KeyUsesRepository,
    private readonly outbox: Outbox,
    private readonly changes: ResourceChanges,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws AppError `project_not_found`, `key_in_use`, `id_taken` */
  async create(tx: Transaction, request: CreateApiKey, call: CallContext): Promise<ApiKey> {
    const created_at = now();
    const unset = { manages_keys: null, last_used_at: null };
    const key = { ...unset, ...request, expires_at: inMs(request.expires_at), created_at, updated_at: created_at };
    await this.repository.insert(tx, key);
    await this.#publish(tx, null, key, call);
    return toApiKey(key);
  }

  /** @throws AppError `api_key_not_found` */
  async update(tx: Transaction, { changes, ...which }: UpdateApiKey, call: CallContext): Promise<ApiKey> {
    const before = await this.repository.lock(tx, which);
    const { expires_at = before.expires_at } = changes;
    const updated_at = nextUpdate(before.updated_at);
    const after = { ...before, ...changes, expires_at: inMs(expires_at), updated_at };
    await this.repository.update(tx, after);
    await this.#publish(tx, before, after, call);
    return toApiKey(after);
  }

  /** Revokes a key and ends its sessions. @throws AppError `api_key_not_found` */
  async revoke(tx: Transaction, which: RevokeApiKey, call: CallContext): Promise<{ id: string }> {
    const key = await this.repository.lock(tx, which);
    await this.sessions.endAllOf(tx, [key.id], call);
    await this.repository.delete(tx, key.id);
    await this.#publish(tx, key, null, call);
    return { id: key.id };
  }

  /** Records uses of keys. Revoked keys are skipped. */
  async recordUses(tx: Transaction, request: RecordKeyUses): Promise<Record<string, never>> {
    await this.uses.record(tx, request);
    return {};
  }

  /** Counts the uses of a page of keys, the oldest key first. @throws AppError `cursor_invalid` */
  async listUses(tx: Transaction, { project_id, days, ...page }: ListKeyUses) {
    const { rows, nextCursor } = await this.repository.page(tx, project_id, page);
    const ids = rows.map(({ id }) => id);
    const uses = await this.uses.count(tx, ids, days);
    const data = rows.map(({ id, last_used_at }) => {
      return { key_id: id, requests: 0, tokens: 0, last_used_at, ...uses.get(id) };
    });
    return { data, next_cursor: nextCursor };
  }

  /** Revokes every key of a project and ends their sessions. */
  async revokeAll(tx: Transaction, projectId: string, call: CallContext): Promise<void> {
    const ids = await this.repository.lockOfProject(tx, projectId);
    await this.sessions.endAllOf(tx, ids, call);
    await this.repository.deleteOfProject(tx, projectId);
    await this.outbox.tombstones(tx, apiKeysState, ids, call);
  }

  /** @throws AppError `api_key_not_found` */
  async read(tx: Transaction, which: ReadApiKey): Promise<ApiKey> {
    return toApiKey(await this.repository.read(tx, which));
  }

  /** Lists the keys of a project or of the installation, the oldest first. @throws AppError `cursor_invalid` */
  async list(tx: Transaction, { project_id, limit, cursor }: ListApiKeys) {
    const { rows, nextCursor } = await this.repository.page(tx, project_id, { limit, cursor });
    return { data: rows.map(toApiKey), next_cursor: nextCursor };
  }

  #publish(tx: Transaction, before: ApiKeyEntity | null, after: ApiKeyEntity | null, call: CallContext): Promise<void> {
    const project_id = (after ?? before)?.project_id ?? null;
    const sides = { before: before && toApiKeyState(before), after: after && toApiKeyState(after) };
    return this.changes.publish(tx, apiKeysState, { resource: 'api_key', project_id, ...sides }, call);
  }
}

/** The published key of a row, by which the gateway authenticates callers. */
export function toApiKeyState({ last_used_at: _, ...row }: ApiKeyEntity): ApiKeyState {
  // Keys from before `manages_keys` keep what `manage` allowed then.
  return { ...row, manages_keys: row.manages_keys ?? row.permissions.includes('manage') };
}

/** The key of a row as callers see it: without its hash. */
function toApiKey(row: ApiKeyEntity): ApiKey {
  const { hash: _, ...key } = toApiKeyState(row);
  return { ...key, last_used_at: row.last_used_at };
}

/** The same time with milliseconds, as a row has it. */
function inMs(timestamp: string | null): string | null {
  return timestamp && new Date(timestamp).toISOString();
}
