import { Injectable } from '@nestjs/common';
import type { ListKeyUses, RecordKeyUses } from '@earshot/contracts-projects';
import { columnLists, rowsOf, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';

/** Requests and tokens of a key in some days. */
export interface KeyUses {
  readonly requests: number;
  readonly tokens: number;
}

const useColumns = { id: 'uuid', at: 'timestamptz', requests: 'bigint', tokens: 'bigint' };

/** Rows deleted in one statement, which takes some milliseconds. */
const batchRows = 1_000;

/** The queries of the uses of API keys. */
@Injectable()
export class KeyUsesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds uses to those of their day, and moves `last_used_at` forward, never back. Revoked keys are skipped. */
  async record(tx: Transaction, { uses }: RecordKeyUses): Promise<void> {
    // Locked in one order: several gateways report uses of the same keys.
    await tx.query(
      `with used as (select id, max(at) as at, sum(requests) as requests, sum(tokens) as tokens
                     from ${rowsOf(useColumns)} group by id),
            locked as (select api_keys.id from api_keys join used using (id) order by api_keys.id for update),
            counted as (
              insert into api_key_uses (key_id, day, requests, tokens)
              select id, (at at time zone 'UTC')::date, requests, tokens from used join locked using (id)
              where requests > 0 or tokens > 0
              on conflict (key_id, day) do update set requests = api_key_uses.requests + excluded.requests,
                                                      tokens = api_key_uses.tokens + excluded.tokens)
       update api_keys set last_used_at = greatest(last_used_at, used.at)
       from used join locked using (id) where api_keys.id = used.id`,
      columnLists(
        useColumns,
        uses.map((use) => ({ requests: 0, tokens: 0, ...use })),
      ),
    );
  }

  /** Adds up the uses of keys by id. Keys without any are absent. */
  async count(tx: Transaction, ids: readonly string[], days: ListKeyUses['days']): Promise<Map<string, KeyUses>> {
    const rows: { key_id: string; requests: string; tokens: string }[] = await tx.query(
      `select key_id, sum(requests) as requests, sum(tokens) as tokens from api_key_uses
       where key_id = any($1::uuid[]) and day > (now() at time zone 'UTC')::date - $2::int group by key_id`,
      [ids, days],
    );
    const uses = rows.map(
      ({ key_id, requests, tokens }) => [key_id, { requests: Number(requests), tokens: Number(tokens) }] as const,
    );
    return new Map(uses);
  }

  /** Deletes uses that are older than `days`. Several processes may do so at once. */
  async deleteExpired(days: number, signal: AbortSignal): Promise<void> {
    for (let deleted = batchRows; deleted === batchRows && !signal.aborted;) {
      [, deleted] = await this.dataSource.query<[unknown, number]>(
        `delete from api_key_uses where (key_id, day) in (
           select key_id, day from api_key_uses where day <= (now() at time zone 'UTC')::date - $1::int limit $2)`,
        [days, batchRows],
      );
    }
  }
}
