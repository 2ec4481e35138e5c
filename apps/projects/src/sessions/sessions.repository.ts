import { Injectable } from '@nestjs/common';
import { maxSessionsOfKey } from '@earshot/contracts-projects';
import { inTransaction, mapConstraintErrors, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { SessionEntity } from '../database/entities/session.entity.js';
import { apiKeyInvalid } from './sessions.errors.js';

/** The session that a deletion returned. */
type DeletedRows = [{ id: string }[], number];

/** The queries of sessions and sign-in links. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }

  /** Inserts a session, and locks its key against revocation. @throws AppError `api_key_invalid` */
  async insert(tx: Transaction, row: SessionEntity): Promise<void> {
    await mapConstraintErrors(tx.insert(SessionEntity, row), { sessions_key_exists: apiKeyInvalid });
  }

  /** Locks the key of a sign-in link against revocation, then deletes the link. @returns it; null unless it is open. */
  async takeLink(tx: Transaction, hash: string): Promise<SessionEntity | null> {
    // Keys before sessions, as revocations lock them: no deadlocks.
    await tx.query('select from api_keys where id = (select key_id from sessions where hash = $1) for key share', [
      hash,
    ]);
    const deletion = tx.createQueryBuilder().delete().from(SessionEntity);
    const open = deletion.where(`hash = :hash and kind = 'sign_in_link' and expires_at > now()`, { hash });
    const { raw } = (await open.returning(['id', 'key_id', 'key_hash']).execute()) as { raw: SessionEntity[] };
    return raw[0] ?? null;
  }

  /** Deletes a session. @returns whether there was one. */
  async delete(tx: Transaction, id: string): Promise<boolean> {
    const { affected } = await tx.delete(SessionEntity, { id });
    return affected === 1;
  }

  /** Deletes what a key has beyond {@link maxSessionsOfKey}, the oldest first. @returns the ids. */
  deleteExcess(tx: Transaction, { key_hash, kind }: Pick<SessionEntity, 'key_hash' | 'kind'>): Promise<string[]> {
    return deleted(
      tx,
      `delete from sessions where id in (
         select id from sessions where key_hash = $1 and kind = $2 order by created_at desc, id desc offset $3)
       returning id`,
      [key_hash, kind, maxSessionsOfKey],
    );
  }

  /** Deletes sessions and sign-in links of keys. @returns the ids. */
  deleteOfKeys(tx: Transaction, keyIds: readonly string[]): Promise<string[]> {
    return deleted(tx, 'delete from sessions where key_id = any($1) returning id', [keyIds]);
  }

  /** Deletes expired rows that no other process deletes. @param most rows at once. @returns the ids. */
  deleteExpired(tx: Transaction, most: number): Promise<string[]> {
    return deleted(
      tx,
      `delete from sessions where id in (
         select id from sessions where expires_at < now() order by expires_at limit $1 for update skip locked)
       returning id`,
      [most],
    );
  }
}

async function deleted(tx: Transaction, statement: string, values: unknown[]): Promise<string[]> {
  const [rows] = await tx.query<DeletedRows>(statement, values);
  return rows.map(({ id }) => id);
}
