import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row is written twice within one transaction, as claimed and as done: with room beside it, the second time leaves the indexes as they are. */
export class LeaveRoomInInbox1763200000000 implements MigrationInterface {
  readonly name = 'LeaveRoomInInbox1763200000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table inbox set (fillfactor = 50)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table inbox reset (fillfactor)');
  }
}
