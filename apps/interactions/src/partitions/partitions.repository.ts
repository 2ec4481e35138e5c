import { Injectable } from '@nestjs/common';
import { inTransaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import type { Partition } from './month.js';

/** Tables with the same partitions. */
const tables = ['interactions', 'interaction_marks'];

/** Creates partitions. */
@Injectable()
export class PartitionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Creates a partition of every table, unless it exists. Several processes may do so at once. */
  async create({ suffix, from, to }: Partition): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await tx.query("select pg_advisory_xact_lock(hashtextextended('earshot:partitions:' || current_schema(), 0))");
      for (const table of tables) {
        const name = `${table}_${suffix}`;
        const [found]: { there: boolean }[] = await tx.query('select to_regclass($1) is not null as there', [name]);
        if (found?.there) continue;
        // Created apart and attached: creating a partition directly would lock the whole table.
        await tx.query(`create table ${name} (like ${table} including defaults including constraints)`);
        const bounds = `from (${from === null ? 'minvalue' : `'${from}'`}) to ('${to}')`;
        await tx.query(`alter table ${table} attach partition ${name} for values ${bounds}`);
      }
    });
  }
}
