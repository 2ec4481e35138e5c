import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  interactionStatistics,
  listInteractions,
  readInteractionsUsage,
  type InteractionFilter,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { dataSourceOptions, migrate } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { until } from '@earshot/messaging/testing';
import { databaseOptions } from '../src/database/data-source.js';
import { CountInteractions1795700000000 } from '../src/database/migrations/1795700000000-CountInteractions.js';
import { partitionOf } from '../src/partitions/month.js';
import { PartitionsRepository } from '../src/partitions/partitions.repository.js';
import { unservedRecord } from '../src/rows/interaction-row.js';
import { marksOf } from '../src/rows/marks.js';
import { StatisticsService } from '../src/statistics/statistics.service.js';
import { everything, timings, usage } from './fixtures.js';
import { InteractionsApp } from './interactions-app.js';

// Migrations and a busy machine take seconds.
jest.setTimeout(60_000);

const app = new InteractionsApp();
let project: Project;
const projectId = randomUUID();

const sessions = new Map<string, string>();

/** An answer as the version without words and counts stored it. */
const answer = (
  text: string,
  created_at: string,
  changes: { choice?: number; labels?: Record<string, string> } = {},
) => {
  const { choice = 0, labels = {} } = changes;
  const record = { ...unservedRecord, messages: [], completion: text, prompt_hash: '', labels };
  const [session_id, id] = [sessionOf(created_at), `${choice}${randomUUID().slice(1)}`];
  return { id, session_id, created_at, record: { ...record, ...usage(5, 7), ...timings(20, 300) } };
};

/** One for each time, which the choices of an answer share. */
function sessionOf(time: string): string {
  const id = sessions.get(time) ?? randomUUID();
  sessions.set(time, id);
  return id;
}

const midnight = '2026-01-01T00:00:00.000Z';
const labels = { channel: 'web' };
/** The newest first; in three partitions. */
const answers = [
  answer('a needle, second choice', midnight, { choice: 1 }),
  answer('a needle', midnight, { labels }),
  answer('a needle', '2025-12-31T23:59:59.999Z'),
  answer('a needle', '2014-06-01T12:00:00.000Z', { labels }),
];
/** Others, several batches of what the service fills in. */
const others = { count: 1_200, before: '2025-12-31T12:00:00.000Z' };

/** Creates the schema of the version without words and counts, with rows. */
async function fillOlderSchema(url: string): Promise<void> {
  const options = databaseOptions(url);
  const older = options.migrations.slice(0, options.migrations.indexOf(CountInteractions1795700000000));
  await migrate({ ...options, migrations: older });
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const partitions = new PartitionsRepository(dataSource);
  for (const time of answers.slice(1).map(({ created_at }) => created_at)) await partitions.create(partitionOf(time));
  const columns = `completion_id, created_at, project_id, session_id, source, finish_reason, bytes, record`;
  for (const { id, session_id, created_at, record } of answers) {
    const values = [id, created_at, projectId, session_id, 'served', 'stop', 100, record];
    await dataSource.query(`insert into interactions (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`, values);
    for (const mark of marksOf(record))
      await dataSource.query('insert into interaction_marks values ($1, $2, $3, $4)', [
        projectId,
        mark,
        created_at,
        id,
      ]);
  }
  await dataSource.query(
    `insert into interactions (${columns})
     select gen_random_uuid(), $2::timestamptz - make_interval(secs => n), $1, gen_random_uuid(), 'served', 'stop', 100, $3
     from generate_series(1, $4::integer) n`,
    [projectId, others.before, answer('some hay', others.before).record, others.count],
  );
  await dataSource.destroy();
}

beforeAll(async () => {
  await app.start(2, fillOlderSchema);
  project = await app.project({ id: projectId });
  const unfilled = 'select from interactions where words is null limit 1';
  await until(async () => (await app.dataSource.query(unfilled)).length === 0);
});
afterAll(() => app.stop());

const page = (filter: Partial<InteractionFilter>, cursor: string | null) =>
  app.send(listInteractions, { project_id: project.id, limit: 1, cursor, filter: { ...everything, ...filter } });

/** The completions of a list, read page by page. */
async function listed(filter: Partial<InteractionFilter>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { data, next_cursor }: Awaited<ReturnType<typeof page>> = await page(filter, cursor);
    ids.push(...data.map(({ completion_id }) => completion_id));
    if (next_cursor === null) return ids;
    cursor = next_cursor;
  }
}

/** Start, count and tokens of each day. */
async function days(from: string, to: string): Promise<unknown[]> {
  const scope = { group_by: null, model: null, ab_campaign: null, source: null } as const;
  const request = { project_id: project.id, from, to, interval: 'day', ...scope } as const;
  const { data } = await app.send(interactionStatistics, request);
  return data.map(({ t, n }) => [new Date(t * 1_000).toISOString().slice(0, 10), ...n]);
}

describe('interactions from before the migrations of words and counts', () => {
  it('are found by text, in every month', async () => {
    const ids = answers.map(({ id }) => id);
    expect(await listed({ text: 'needle' })).toEqual(ids);
    expect(await listed({ text: 'needle -second' })).toEqual(ids.slice(1));
    const label = { labels: [{ name: 'channel', value: 'web' }] };
    expect(await listed({ text: 'needle', ...label })).toEqual([ids[1], ids[3]]);
    expect(await listed({ text: 'needle', created_before: '2025-12-31T00:00:00.000Z' })).toEqual([ids[3]]);
  });

  it('are counted per day, with tokens once for each answer, before and after counts are merged', async () => {
    const counted = async () => [
      await days('2025-12-30T00:00:00.000Z', '2026-01-03T00:00:00.000Z'),
      await days('2014-06-01T00:00:00.000Z', '2014-06-02T00:00:00.000Z'),
    ];
    const expected = [
      [
        ['2025-12-31', 1_201, 0, 5 * 1_201, 7 * 1_201],
        ['2026-01-01', 2, 0, 5, 7],
      ],
      [['2014-06-01', 1, 0, 5, 7]],
    ];
    expect(await counted()).toEqual(expected);
    await app.service(StatisticsService).merge(new AbortController().signal);
    expect(await counted()).toEqual(expected);
    const kept = await app.dataSource.query(
      `select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(n)::integer as n from interaction_day_counts
       where project_id = $1 and measure = 0 group by 1 order by 1`,
      [project.id],
    );
    expect(kept).toEqual([
      { day: '2014-06-01', n: 1 },
      { day: '2025-12-31', n: 1_201 },
      { day: '2026-01-01', n: 2 },
    ]);
  });

  it('count towards the quota of their project', async () => {
    const { interactions } = await app.send(readInteractionsUsage, { project_id: project.id });
    expect(interactions.used).toBe(answers.length + others.count);
  });

  it('have all indexes in every partition', async () => {
    const invalid = await app.dataSource.query(
      `select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'interactions'::regnamespace and not i.indisvalid`,
    );
    expect(invalid).toEqual([]);
    const counts = await app.dataSource.query(
      `select distinct (select count(*)::integer from pg_index where indrelid = p.oid) as n
       from pg_partition_tree('interactions') t join pg_class p on p.oid = t.relid`,
    );
    expect(counts).toHaveLength(1);
  });
});
