import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why the source of a queue cannot be read; null: it can. */
export class AddFillErrorOfQueues1796110000000 implements MigrationInterface {
  readonly name = 'AddFillErrorOfQueues1796110000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table review_queues add column fill_error text');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table review_queues drop column fill_error');
  }
}
