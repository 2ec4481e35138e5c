import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '@earshot/errors';
import { readPage, refuseViolations, type PageRequest, type RowPage, type Transaction } from '@earshot/persistence';
import { IsNull } from 'typeorm';
import { ApiKeyEntity } from '../database/entities/api-key.entity.js';

/** One key, by its id and where the caller says that it belongs; null for the installation. */
interface KeyName {
  readonly id: string;
  readonly project_id: string | null;
}

/** The queries of API keys. */
@Injectable()
export class ApiKeysRepository {
  /** @throws AppError `project_not_found`, `key_in_use`, `id_taken` */
  async insert(tx: Transaction, row: ApiKeyEntity): Promise<void> {
    await refuseViolations(tx.insert(ApiKeyEntity, row), {
      api_keys_project_exists: () => notFound('project', String(row.projectId)),
      api_keys_hash_in_use: () => conflict('key_in_use', 'This key is in use already: make another one.'),
      api_keys_id_taken: () => conflict('id_taken', `There is a key with the id '${row.id}' already.`, { param: 'id' }),
    });
  }

  /** @throws AppError `api_key_not_found` */
  read(tx: Transaction, name: KeyName): Promise<ApiKeyEntity> {
    return found(tx.findOneBy(ApiKeyEntity, where(name)), name);
  }

  /** The key, kept from others until the transaction ends. @throws AppError `api_key_not_found` */
  lock(tx: Transaction, name: KeyName): Promise<ApiKeyEntity> {
    return found(tx.findOne(ApiKeyEntity, { where: where(name), lock: { mode: 'pessimistic_write' } }), name);
  }

  async update(tx: Transaction, row: ApiKeyEntity): Promise<void> {
    await tx.update(ApiKeyEntity, { id: row.id }, row);
  }

  /** Of several gateways the one that saw the key last has the word, however late the others tell. */
  async recordUses(tx: Transaction, uses: readonly { id: string; at: string }[]): Promise<void> {
    // Locked in one order: two gateways tell of the same keys.
    await tx.query(
      `with told as (select * from unnest($1::uuid[], $2::timestamptz[]) as use (id, at)),
            locked as (select api_keys.id from api_keys join told using (id) order by api_keys.id for update)
       update api_keys set last_used_at = greatest(last_used_at, told.at)
       from told join locked using (id) where api_keys.id = told.id`,
      [uses.map(({ id }) => id), uses.map(({ at }) => at)],
    );
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.delete(ApiKeyEntity, { id });
  }

  /** @returns the ids of the keys that the project had. */
  async deleteOfProject(tx: Transaction, projectId: string): Promise<string[]> {
    const deletion = tx.createQueryBuilder().delete().from(ApiKeyEntity).where({ projectId }).returning('id');
    const { raw } = (await deletion.execute()) as { raw: { id: string }[] };
    return raw.map(({ id }) => id);
  }

  /** @param projectId null for the keys of the installation. @throws AppError `cursor_invalid` */
  page(tx: Transaction, projectId: string | null, request: PageRequest): Promise<RowPage<ApiKeyEntity>> {
    const query = tx.createQueryBuilder(ApiKeyEntity, 'key').where({ projectId: projectId ?? IsNull() });
    return readPage(query, request);
  }
}

function where({ id, project_id }: KeyName) {
  return { id, projectId: project_id ?? IsNull() };
}

async function found(row: Promise<ApiKeyEntity | null>, { id }: KeyName): Promise<ApiKeyEntity> {
  const key = await row;
  if (key === null) throw notFound('api key', id);
  return key;
}
