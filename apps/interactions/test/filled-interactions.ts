import type { Project } from '@earshot/contracts-projects';
import { dayLexeme, projectLexeme } from '../src/rows/derived-columns.js';
import { PartitionsService } from '../src/partitions/partitions.service.js';
import { unservedRecord } from '../src/rows/interaction-row.js';
import type { InteractionsApp } from './interactions-app.js';

/** Bytes of all rows of {@link fillWith}, by which a test tells them from others. */
export const filledBytes = 10;

/** Inserts interactions with one text directly, one per second before a time, all on its day. */
export async function fillWith(
  app: InteractionsApp,
  { id }: Project,
  count: number,
  text: string,
  before: string,
): Promise<void> {
  const record = { ...unservedRecord, messages: [], completion: text, prompt_hash: '' };
  await app.service(PartitionsService).ensureFor([before]);
  await app.dataSource.query(
    `insert into interactions (completion_id, created_at, project_id, session_id, source, bytes, record, words)
     select gen_random_uuid(), $3::timestamptz - make_interval(secs => n), $1, gen_random_uuid(), 'served', $6, $7,
       to_tsvector('simple', $2) || array_to_tsvector($5::text[])
     from generate_series(1, $4::integer) n`,
    [id, text, before, count, [projectLexeme(id), dayLexeme(id, new Date(before))], filledBytes, record],
  );
}
