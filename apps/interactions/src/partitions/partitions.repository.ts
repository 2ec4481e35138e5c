import { Injectable } from '@nestjs/common';
import { inTransaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import type { Partition } from './month.js';

/** The tables that are partitioned alike. */
const tables = ['interactions', 'interaction_marks'];

/** Makes partitions. */
@Injectable()
export class PartitionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Makes a partition of every table, unless it is there; any number of processes may do so at once. */
  async create({ suffix, from, to }: Partition): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await tx.query("select pg_advisory_xact_lock(hashtextextended('earshot:partitions:' || current_schema(), 0))");
      for (const table of tables) {
        const name = `${table}_${suffix}`;
        const [found]: { there: boolean }[] = await tx.query('select to_regclass($1) is not null as there', [name]);
        if (found?.there) continue;
        // Made beside the table and attached: to make it a part at once would keep everybody from the whole table.
        await tx.query(`create table ${name} (like ${table} including defaults including constraints)`);
        const bounds = `from (${from === null ? 'minvalue' : `'${from}'`}) to ('${to}')`;
        await tx.query(`alter table ${table} attach partition ${name} for values ${bounds}`);
      }
    });
  }
}
