import { Injectable } from '@nestjs/common';
import { readPage, mapConstraintErrors, type PageRequest, type RowPage, type Transaction } from '@earshot/persistence';
import { IsNull } from 'typeorm';
import { ApiKeyEntity } from '../database/entities/api-key.entity.js';
import { apiKeyNotFound, idTaken, keyInUse, projectNotFound } from './api-keys.errors.js';

/** The id of a key and its project; null for a key of the installation. */
type KeyName = Pick<ApiKeyEntity, 'id' | 'project_id'>;

/** The queries of API keys. */
@Injectable()
export class ApiKeysRepository {
  /** @throws AppError `project_not_found`, `key_in_use`, `id_taken` */
  async insert(tx: Transaction, row: ApiKeyEntity): Promise<void> {
    await mapConstraintErrors(tx.insert(ApiKeyEntity, row), {
      api_keys_project_exists: () => projectNotFound(String(row.project_id)),
      api_keys_hash_in_use: keyInUse,
      api_keys_id_taken: () => idTaken(row.id),
    });
  }

  /** @throws AppError `api_key_not_found` */
  read(tx: Transaction, name: KeyName): Promise<ApiKeyEntity> {
    return found(tx.findOneBy(ApiKeyEntity, where(name)), name);
  }

  /** Reads a key and locks its row. @throws AppError `api_key_not_found` */
  lock(tx: Transaction, name: KeyName): Promise<ApiKeyEntity> {
    return found(tx.findOne(ApiKeyEntity, { where: where(name), lock: { mode: 'pessimistic_write' } }), name);
  }

  async update(tx: Transaction, row: ApiKeyEntity): Promise<void> {
    await tx.update(ApiKeyEntity, { id: row.id }, row);
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.delete(ApiKeyEntity, { id });
  }

  /** Locks all keys of a project. @returns their ids. */
  async lockOfProject(tx: Transaction, project_id: string): Promise<string[]> {
    const query = tx.createQueryBuilder(ApiKeyEntity, 'key').select('key.id').where({ project_id }).orderBy('key.id');
    return (await query.setLock('pessimistic_write').getMany()).map(({ id }) => id);
  }

  async deleteOfProject(tx: Transaction, project_id: string): Promise<void> {
    await tx.delete(ApiKeyEntity, { project_id });
  }

  /** @param projectId null for the keys of the installation. @throws AppError `cursor_invalid` */
  page(tx: Transaction, projectId: string | null, request: PageRequest): Promise<RowPage<ApiKeyEntity>> {
    const query = tx.createQueryBuilder(ApiKeyEntity, 'key').where({ project_id: projectId ?? IsNull() });
    return readPage(query, request);
  }
}

function where({ id, project_id }: KeyName) {
  return { id, project_id: project_id ?? IsNull() };
}

async function found(row: Promise<ApiKeyEntity | null>, { id }: KeyName): Promise<ApiKeyEntity> {
  const key = await row;
  if (key === null) throw apiKeyNotFound(id);
  return key;
}
