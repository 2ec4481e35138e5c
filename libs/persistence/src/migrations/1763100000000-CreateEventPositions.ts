import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each partition of an event topic is in the tables: written with what its events wrote. */
export class CreateEventPositions1763100000000 implements MigrationInterface {
  readonly name = 'CreateEventPositions1763100000000';

  async up(queries: QueryRunner): Promise<void> {
    // Few rows, each written again with every group of events: room for the new ones beside the old.
    await queries.query(`
      create table event_positions (
        topic text not null,
        partition integer not null,
        next_offset bigint not null,
        primary key (topic, partition)
      ) with (fillfactor = 10)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table event_positions');
  }
}
