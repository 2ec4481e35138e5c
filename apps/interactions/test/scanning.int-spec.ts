import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { feedbackRecorded, type Metric } from '@earshot/contracts-feedback';
import {
  checkInteractions,
  importInteraction,
  interactionRecorded,
  listInteractions,
  maxScannedInteractions,
  readInteraction,
  scanInteractions,
  type InteractionFilter,
  type InteractionRecorded,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { until } from '@earshot/messaging/testing';
import { end, everything, feedbackOn, imported, served } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();
let project: Project;
let score: Metric;
let ratings = 0;

beforeEach(async () => {
  project = await app.project();
  score = await app.metric(project, 'score', 'scalar');
});

const idOf = ({ completions }: InteractionRecorded): string => completions[0]?.completion_id as string;

const minute = (n: number) => new Date(Date.UTC(2026, 0, 31, 23, 50 + n)).toISOString();

/** Records answers, one a minute. @returns their completions, the oldest first. */
async function recorded(changes: Partial<InteractionRecorded>[]): Promise<string[]> {
  const events = changes.map((change, index) => served(project, { created_at: minute(index), ...change }));
  await Promise.all(events.map((event) => app.publish(interactionRecorded, event)));
  for (const event of events) await app.send(readInteraction, { project_id: project.id, completion_id: idOf(event) });
  return events.map(idOf);
}

/** A reader that follows a filter. */
class Reader {
  readonly found: string[] = [];
  calls = 0;
  #cursor: string | null = null;

  constructor(
    private readonly filter: Partial<InteractionFilter> = {},
    private readonly limit = 1_000,
  ) {}

  /** Scans once. @returns whether there is more. */
  async scan(): Promise<boolean> {
    const filter = { ...everything, ...this.filter };
    const request = { project_id: project.id, filter, limit: this.limit, cursor: this.#cursor };
    const { completion_ids, cursor, more } = await app.send(scanInteractions, request);
    expect(completion_ids.length).toBeLessThanOrEqual(this.limit);
    this.found.push(...completion_ids);
    this.#cursor = cursor;
    this.calls += 1;
    return more;
  }

  async scanAll(): Promise<string[]> {
    while (await this.scan());
    return this.found;
  }

  /** Scans until a completion is found. */
  until(completionId: string): Promise<true> {
    return until(async () => {
      await this.scanAll();
      return this.found.includes(completionId);
    });
  }
}

/** Publishes a value. Later calls have later times: of one user and time, ids decide which value counts. */
function rate(completion_id: string, value: number, completion_created_at: string, user_id: string | null = null) {
  const created_at = new Date(Date.parse('2026-03-01T00:00:00Z') + (ratings += 1)).toISOString();
  const about = { completion_id, completion_created_at, metric_id: score.id, user_id };
  return app.publish(feedbackRecorded, feedbackOn(project, { ...about, value, created_at }));
}

/** Inserts complete answers without texts directly, one a second before a time. */
function filled(count: number, before: string): Promise<unknown> {
  return app.dataSource.query(
    `insert into interactions (completion_id, created_at, project_id, session_id, source, finish_reason, bytes, record)
     select gen_random_uuid(), $2::timestamptz - make_interval(secs => n), $1, gen_random_uuid(), 'served', 'stop', 10, '{}'
     from generate_series(1, $3::integer) n`,
    [project.id, before, count],
  );
}

describe('a scan of interactions', () => {
  it.each([1, 4, 1_000])('finds everything that is stored, newest first, in replies of at most %p', async (limit) => {
    const ids = await recorded(Array.from({ length: 9 }, () => ({})));
    const reader = new Reader({}, limit);
    await reader.until(ids[0] as string);
    expect([...new Set(reader.found)].filter((id) => ids.includes(id))).toEqual([...ids].reverse());
  });

  it('then finds what is stored later, also imports of older interactions', async () => {
    const reader = new Reader();
    const [there] = (await recorded([{}])) as [string];
    await reader.until(there);
    const older = imported(project, { created_at: '2020-01-01T00:00:00.000Z' });
    await app.send(importInteraction, older);
    const [later] = (await recorded([{}])) as [string];
    await reader.until(older.completion_id);
    await reader.until(later);
    expect(new Set(reader.found)).toEqual(new Set([there, older.completion_id, later]));
  });

  it('finds what a transaction commits after a scan that was later than its start', async () => {
    const reader = new Reader();
    await reader.scanAll();
    const slow = app.dataSource.createQueryRunner();
    await slow.startTransaction();
    const id = randomUUID();
    await slow.query(
      `insert into interactions (completion_id, created_at, project_id, session_id, source, finish_reason, bytes, record)
       values ($1, now(), $2, $1, 'served', 'stop', 10, '{}')`,
      [id, project.id],
    );
    const [{ start }] = (await slow.query('select now() as start')) as [{ start: Date }];
    await until(async () => {
      const [{ passed }] = (await app.dataSource.query(`select now() - interval '1.5 seconds' > $1 as passed`, [
        start,
      ])) as [{ passed: boolean }];
      return passed;
    });
    await reader.scanAll();
    expect(reader.found).not.toContain(id);
    await slow.commitTransaction();
    await slow.release();
    await reader.until(id);
  });

  it('looks at a bounded number of interactions per call, however few match', async () => {
    await filled(2 * maxScannedInteractions, '2026-01-30T00:00:00.000Z');
    const [rare] = (await recorded([{ ...end('error'), created_at: '2026-01-01T00:00:00.000Z' }])) as [string];
    const reader = new Reader({ finish_reason: 'error' });
    await reader.until(rare);
    expect(reader.found).toEqual([rare]);
    expect(reader.calls).toBeGreaterThanOrEqual(4);
  });

  it('finds complete answers only, unless the filter names an end', async () => {
    const [, failed, complete] = (await recorded([end('cancelled'), end('error'), {}])) as [string, string, string];
    const reader = new Reader();
    await reader.until(complete);
    expect(reader.found).toEqual([complete]);
    await new Reader({ finish_reason: 'error' }).until(failed);
  });

  it('rejects a cursor of a list', async () => {
    await recorded([{}, {}]);
    const { next_cursor } = await app.send(listInteractions, {
      ...{ project_id: project.id, filter: everything, limit: 1, cursor: null },
    });
    const scan = app.send(scanInteractions, {
      ...{ project_id: project.id, filter: everything, limit: 1, cursor: next_cursor },
    });
    await expect(scan).rejects.toMatchObject({ code: 'cursor_invalid' });
  });
});

describe('the filter of a scan', () => {
  it('is that of the list of interactions', async () => {
    const [user, session_id, model_id] = [randomUUID(), randomUUID(), randomUUID()];
    await recorded([
      { user, labels: { channel: 'web', lang: 'de' } },
      { user, session_id, tags: ['a', 'b'] },
      { model_id, ab_campaign: 'spring', labels: { channel: 'web' } },
      { tags: ['a'], completions: [{ completion_id: randomUUID(), index: 0, text: 'blue', finish_reason: 'length' }] },
      { user, model_id, model: `${project.key}/former` },
    ]);
    const filters: Partial<InteractionFilter>[] = [
      { user },
      { session_id },
      { user, model: { id: model_id } },
      { model: { name: `${project.key}/former` } },
      { ab_campaign: 'spring' },
      { finish_reason: 'length' },
      { labels: [{ name: 'channel', value: 'web' }] },
      { labels: [{ name: 'channel', value: 'web' }], user },
      { tags: ['a', 'b'] },
      { text: 'blue' },
      { created_after: minute(2) },
      { tags: ['a'], created_before: minute(2) },
    ];
    for (const filter of filters) {
      const request = { project_id: project.id, limit: 100, cursor: null, filter: { ...everything, ...filter } };
      const expected = (await app.send(listInteractions, request)).data.map(({ completion_id }) => completion_id);
      expect(expected).not.toHaveLength(0);
      const reader = new Reader(filter, 1);
      await reader.until(expected.at(-1) as string);
      expect([filter, [...new Set(reader.found)].sort()]).toEqual([filter, expected.sort()]);
    }
  });

  it('finds an older interaction once a value of the metric is in the range', async () => {
    const [first, second] = (await recorded([{}, {}])) as [string, string];
    await rate(first, 5, minute(0));
    const reader = new Reader({ metric: { metric: 'score', min: 5, max: null } });
    await reader.until(first);
    const user = randomUUID();
    await rate(second, 1, minute(1), user);
    await rate(second, 9, minute(1), user);
    await reader.until(second);
    expect(new Set(reader.found)).toEqual(new Set([first, second]));
  });

  it('finds an interaction whose value was stored before it', async () => {
    const reader = new Reader({ metric: { metric: 'score', min: null, max: null } });
    await reader.scanAll();
    const event = served(project, { created_at: minute(1) });
    await rate(idOf(event), 1, minute(1));
    await reader.scanAll();
    await app.publish(interactionRecorded, event);
    await reader.until(idOf(event));
  });

  it('names a metric that exists', async () => {
    const reader = new Reader({ metric: { metric: 'none', min: null, max: null } });
    await expect(reader.scan()).rejects.toMatchObject({ code: 'metric_not_found' });
  });
});

describe('a check of completions', () => {
  it('has the complete answers of the project', async () => {
    const [complete, failed] = (await recorded([{}, end('error')])) as [string, string];
    const there = imported(project);
    await app.send(importInteraction, there);
    const completion_ids = [complete, failed, there.completion_id, randomUUID()];
    const checked = await app.send(checkInteractions, { project_id: project.id, completion_ids });
    expect(checked.complete.sort()).toEqual([complete, there.completion_id].sort());
    const other = await app.project();
    expect(await app.send(checkInteractions, { project_id: other.id, completion_ids })).toEqual({ complete: [] });
  });
});
