import {
  commandTopic,
  defineCommand,
  defineEvent,
  defineState,
  eventTopic,
  stateTopic,
  type CallContext,
} from '@earshot/contracts-core';
import { conflict } from '@earshot/errors';
import type { Command, Logger } from '@earshot/messaging';
import { Column, DataSource, Entity, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { v7 } from 'uuid';
import { z } from 'zod';
import {
  dataSourceOptions,
  migrate,
  now,
  mapConstraintErrors,
  TimestampColumn,
  type DatabaseOptions,
  type Outbox,
  type Transaction,
} from '@earshot/persistence';
import { createTestDatabase } from '@earshot/persistence/testing';

/** The least service there can be: notes with a title that is theirs alone. */
@Entity('notes')
export class NoteEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  title!: string;

  @TimestampColumn()
  created_at!: string;
}

class CreateNotes1763600000000 implements MigrationInterface {
  readonly name = 'CreateNotes1763600000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `create table notes (id uuid primary key, created_at timestamptz(3) not null,
         title text not null constraint notes_title_taken unique deferrable initially immediate)`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table notes');
  }
}

export const note = z.object({ id: z.uuid(), title: z.string() });
export type Note = z.infer<typeof note>;

export const notesState = defineState<Note>({
  topic: stateTopic('notes.state'),
  type: 'note.v1',
  schema: note,
  key: ({ id }) => id,
});

export const noteMade = defineEvent<Note>({
  topic: eventTopic('notes.made', 1),
  type: 'note-made.v1',
  schema: note,
  key: ({ id }) => id,
});

export const createNote = defineCommand({
  topic: commandTopic('notes.commands', 1),
  type: 'create-note.v1',
  request: note,
  reply: note,
});

export const call: CallContext = { requestId: 'test', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` };

export const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export function newNote(title: string): Command<Note> {
  const id = v7();
  return { id, body: { id, title }, call };
}

export const toNote = ({ id, title }: NoteEntity): Note => ({ id, title });

/** The handler: a row, and its state. */
export function insertNote(outbox: Outbox) {
  return async (tx: Transaction, { body }: Command<Note>): Promise<Note> => {
    await mapConstraintErrors(tx.insert(NoteEntity, { ...body, created_at: now() }), {
      notes_title_taken: () => conflict('title_taken', 'taken'),
    });
    await outbox.state(tx, notesState, body, call);
    return body;
  };
}

export function notesDatabase(url: string): DatabaseOptions {
  return { url, schema: 'notes', entities: [NoteEntity], migrations: [CreateNotes1763600000000] };
}

export const adminUrl = process.env['DATABASE_ADMIN_URL'] ?? '';

/** A migrated database and connections to it; `close` removes both. */
export async function openNotes() {
  const database = await createTestDatabase(adminUrl, 'notes');
  await migrate(notesDatabase(database.url));
  const dataSource = await new DataSource(dataSourceOptions(notesDatabase(database.url))).initialize();
  const close = async () => {
    await dataSource.destroy();
    await database.drop();
  };
  const titles = async () => (await dataSource.getRepository(NoteEntity).find()).map(({ title }) => title).sort();
  return { url: database.url, dataSource, titles, close };
}
