import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { UploadEntity } from '../database/entities/upload.entity.js';

/** A consumed upload that is to be assembled. */
export type UploadToAssemble = UploadEntity & { target_key: string };

/** The rows of uploads that are assembled. Times come from the database, whose clock all processes share. */
@Injectable()
export class UploadAssemblyRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Leases an upload that is not assembled yet; null when it is leased already, or assembled. */
  lease(id: string, forMs: number): Promise<UploadToAssemble | null> {
    return this.dataSource.transaction(async (tx) => {
      const [, leased]: [unknown, number] = await tx.query(
        `update uploads set leased_until = now() + $2 * interval '1 millisecond'
         where id = $1 and state = 'consumed' and target_key is not null and sha256 is null
           and (leased_until is null or leased_until < now())`,
        [id, forMs],
      );
      return leased === 0 ? null : ((await tx.findOneBy(UploadEntity, { id })) as UploadToAssemble | null);
    });
  }

  /** Renews a lease. @returns false when the upload was abandoned. */
  async renew(id: string, forMs: number): Promise<boolean> {
    const [, renewed]: [unknown, number] = await this.dataSource.query(
      `update uploads set leased_until = now() + $2 * interval '1 millisecond' where id = $1 and target_key is not null`,
      [id, forMs],
    );
    return renewed > 0;
  }

  async release(id: string): Promise<void> {
    await this.dataSource.query('update uploads set leased_until = null where id = $1', [id]);
  }

  /** Stores the hash of the assembled object. @returns false when the upload was abandoned. */
  async complete(tx: Transaction, id: string, sha256: string): Promise<boolean> {
    const [, updated]: [unknown, number] = await tx.query(
      'update uploads set sha256 = $2 where id = $1 and target_key is not null',
      [id, sha256],
    );
    return updated > 0;
  }

  /** Ids of uploads that wait for assembly, the longest consumed first. */
  async pending(limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `select id from uploads where target_key is not null and sha256 is null
         and (leased_until is null or leased_until < now()) order by ended_at limit $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }
}
