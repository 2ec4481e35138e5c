import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Halves the fill factor of the inbox. Each transaction inserts a row and then updates it; free space on the page
 * makes that a heap-only update, which does not touch the indexes.
 */
export class LeaveRoomInInbox1763200000000 implements MigrationInterface {
  readonly name = 'LeaveRoomInInbox1763200000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table inbox set (fillfactor = 50)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table inbox reset (fillfactor)');
  }
}
