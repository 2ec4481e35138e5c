import { Injectable } from '@nestjs/common';
import type { WithholdDatasets } from '@earshot/contracts-storage';
import { columnLists, rowsOf, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';

/** An erasure that a dataset is checked for. */
export interface ErasureCheck {
  /** Id of a user or a completion. */
  readonly erased: string;
  readonly erased_at: Date;
}

const checkColumns = { erased: 'uuid', erased_at: 'timestamptz' };

/** The pending erasure checks of datasets. */
@Injectable()
export class ErasureChecksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds checks for exported datasets whose snapshot precedes the erasure. @returns how many datasets. */
  async add(tx: Transaction, { project_id, erased, erased_at }: WithholdDatasets): Promise<number> {
    const rows: { file_id: string }[] = await tx.query(
      `insert into erasure_checks (file_id, erased, erased_at)
       select files.id, e.erased, $3 from files cross join unnest($2::uuid[]) as e (erased)
       where kind = 'dataset' and project_id = $1 and delete_after is null
         and (details -> 'exported' -> 'snapshot' ->> 'at')::timestamptz <= $3
         and details ->> 'erased_at' is null
       on conflict (file_id, erased) do update set erased_at = excluded.erased_at
       returning file_id`,
      [project_id, erased, erased_at],
    );
    return new Set(rows.map(({ file_id }) => file_id)).size;
  }

  /** The pending checks of a dataset, latest erasure first. */
  async of(tx: Pick<Transaction, 'query'>, fileId: string): Promise<ErasureCheck[]> {
    return tx.query('select erased, erased_at from erasure_checks where file_id = $1 order by erased_at desc, erased', [
      fileId,
    ]);
  }

  /** As {@link of}, outside of a transaction. */
  pending(fileId: string): Promise<ErasureCheck[]> {
    return this.of(this.dataSource, fileId);
  }

  /** Deletes completed checks. Newer ones stay. */
  async delete(fileId: string, checks: readonly ErasureCheck[]): Promise<void> {
    await this.dataSource.query(
      `delete from erasure_checks where file_id = $1
         and (erased, erased_at) in (select erased, erased_at from ${rowsOf(checkColumns, 'completed', 2)})`,
      [
        fileId,
        ...columnLists(
          checkColumns,
          checks.map((check) => ({ ...check })),
        ),
      ],
    );
  }
}
