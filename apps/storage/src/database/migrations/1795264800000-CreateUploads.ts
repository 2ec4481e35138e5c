import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that are sent in parts. */
export class CreateUploads1795264800000 implements MigrationInterface {
  readonly name = 'CreateUploads1795264800000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table uploads (
        id uuid primary key,
        project_id uuid not null,
        content_type text,
        metadata jsonb,
        total_parts int not null,
        state text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        ended_at timestamptz(3),
        target_key text,
        sha256 text,
        leased_until timestamptz(3)
      )`);
    await queries.query(`
      create table upload_parts (
        upload_id uuid not null references uploads on delete cascade,
        number int not null,
        size bigint not null,
        sha256 text not null,
        primary key (upload_id, number)
      )`);
    // No cascade: an upload is not forgotten before its objects are gone.
    await queries.query(`
      create table upload_pieces (
        id uuid primary key,
        upload_id uuid not null references uploads,
        part_number int not null,
        position int,
        size bigint,
        delete_after timestamptz(3)
      )`);
    await queries.query(`create index uploads_to_expire on uploads (expires_at) where state = 'open'`);
    await queries.query('create index uploads_to_forget on uploads (ended_at) where ended_at is not null');
    await queries.query(
      'create index uploads_to_assemble on uploads (ended_at) where target_key is not null and sha256 is null',
    );
    await queries.query('create index upload_pieces_of_part on upload_pieces (upload_id, part_number)');
    await queries.query(
      'create index upload_pieces_to_delete on upload_pieces (delete_after) where delete_after is not null',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const table of ['upload_pieces', 'upload_parts', 'uploads']) await queries.query(`drop table ${table}`);
  }
}
