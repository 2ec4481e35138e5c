import type { DataSource } from 'typeorm';

/** As long as an Idempotency-Key holds (interface, section 2). */
const keptFor = '24 hours';

/** A statement of some milliseconds, which hinders nobody. */
const batchRows = 1_000;

/** In one go at most; at one go a minute that is more than 3,000 commands a second, day and night. */
const maxBatches = 200;

/** How often old replies are looked for, ms. */
export const forgetIntervalMs = 60_000;

/** Deletes replies that are older than a day; several processes may do so at once. */
export async function forgetOldReplies(dataSource: DataSource, signal: AbortSignal): Promise<void> {
  for (let batch = 0; batch < maxBatches && !signal.aborted; batch += 1) {
    const [, deleted]: [unknown, number] = await dataSource.query(
      `delete from inbox where command_id in (
         select command_id from inbox where created_at < now() - interval '${keptFor}'
         order by created_at limit $1 for update skip locked)`,
      [batchRows],
    );
    if (deleted < batchRows) return;
  }
}
