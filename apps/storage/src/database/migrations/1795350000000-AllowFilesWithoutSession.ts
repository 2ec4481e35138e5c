import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Datasets that are made of what is on record have no upload session. */
export class AllowFilesWithoutSession1795350000000 implements MigrationInterface {
  readonly name = 'AllowFilesWithoutSession1795350000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table files alter column session_id drop not null');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('delete from files where session_id is null');
    await queries.query('alter table files alter column session_id set not null');
  }
}
