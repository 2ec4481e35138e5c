import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  eraseInteraction,
  eraseUser,
  importInteraction,
  interactionRecorded,
  interactionStatistics,
  readInteraction,
  type InteractionRecorded,
  type InteractionStatisticsRequest,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { until } from '@earshot/messaging/testing';
import { FillingService } from '../src/filling/filling.service.js';
import { StatisticsService } from '../src/statistics/statistics.service.js';
import { choices, end, imported, served, timings, usage } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();
let project: Project;

beforeEach(async () => {
  project = await app.project();
});

const signal = new AbortController().signal;
const idOf = ({ completions }: InteractionRecorded) => completions[0]?.completion_id as string;

async function recorded(changes: Partial<InteractionRecorded>[]): Promise<string[]> {
  const events = changes.map((change) => served(project, change));
  await Promise.all(events.map((event) => app.publish(interactionRecorded, event)));
  for (const event of events) await app.send(readInteraction, { project_id: project.id, completion_id: idOf(event) });
  return events.map(idOf);
}

const everything = { group_by: null, model: null, ab_campaign: null, source: null } as const;
type Changes = Partial<InteractionStatisticsRequest>;

/** Reads statistics, by default of two days by day. */
const read = (changes: Changes = {}) =>
  app.send(interactionStatistics, {
    project_id: project.id,
    from: '2026-01-31T00:00:00.000Z',
    to: '2026-02-02T00:00:00.000Z',
    interval: 'day',
    ...everything,
    ...changes,
  });

/** Time, group, count, errors, prompt and completion tokens of each entry. */
async function entries(changes: Changes = {}): Promise<unknown[]> {
  const { data, groups } = await read(changes);
  return data.map(({ t, g, n }) => [new Date(t * 1_000).toISOString().slice(0, 16), g < 0 ? 'other' : groups[g], ...n]);
}

/** Checks the statistics before and after the changes of the counts are merged. */
async function expectEntries(changes: Changes, expected: unknown[]): Promise<void> {
  expect(await entries(changes)).toEqual(expected);
  await app.service(StatisticsService).merge(signal);
  expect(await entries(changes)).toEqual(expected);
}

describe('statistics of interactions', () => {
  it('have counts, errors, tokens and percentiles of each interval, and of the whole range', async () => {
    const times = Array.from({ length: 100 }, (_, index) => timings(index + 1, 10 * (index + 1)));
    await recorded([
      ...times.map((time) => ({ created_at: '2026-01-31T23:59:59.999Z', ...time, ...usage(2, 3) })),
      { created_at: '2026-02-01T00:00:00.000Z', ...timings(null, 5), ...usage(0, 0), ...end('error') },
    ]);
    const { data, total } = await read();
    expect(data.map(({ n }) => n)).toEqual([
      [100, 0, 200, 300],
      [1, 1, 0, 0],
    ]);
    expect(total).toMatchObject({ count: 101, errors: 1, prompt_tokens: 200, completion_tokens: 300 });
    const near = (value: number) => [value * 0.95, value * 1.05] as const;
    const within = (value: number | null | undefined, exact: number) => {
      expect(value).toBeGreaterThanOrEqual(near(exact)[0]);
      expect(value).toBeLessThanOrEqual(near(exact)[1]);
    };
    for (const [index, exact] of [50, 95, 500, 950].entries()) within(data[0]?.p[index], exact);
    expect(data[1]?.p.slice(0, 2)).toEqual([null, null]);
    within(data[1]?.p[3], 5);
    within(total.first_token_ms?.p50, 50);
    within(total.duration_ms?.p95, 950);
  });

  it('are empty without interactions, and of other projects', async () => {
    await recorded([{ created_at: '2026-01-31T12:00:00.000Z' }]);
    const another = await app.project();
    expect(await read({ project_id: another.id })).toEqual({
      groups: [],
      data: [],
      total: {
        ...{ count: 0, errors: 0, prompt_tokens: 0, completion_tokens: 0 },
        ...{ first_token_ms: null, duration_ms: null },
      },
    });
  });

  it('include the start and exclude the end, with parts of hours, in UTC', async () => {
    const minutes = ['10:29:59.999', '10:30:00.000', '10:59:59.999', '11:00:00.000', '12:14:59.999', '12:15:00.000'];
    await recorded(minutes.map((time) => ({ created_at: `2026-01-31T${time}Z` })));
    const range = { from: '2026-01-31T10:30:00.000Z', to: '2026-01-31T12:15:00.000Z' };
    await expectEntries({ ...range, interval: 'hour' }, [
      ['2026-01-31T10:00', null, 2, 0, 18, 4],
      ['2026-01-31T11:00', null, 1, 0, 9, 2],
      ['2026-01-31T12:00', null, 1, 0, 9, 2],
    ]);
    await expectEntries({ ...range, interval: 'day' }, [['2026-01-31T00:00', null, 4, 0, 36, 8]]);
    await expectEntries({ ...range, to: '2026-01-31T10:59:59.999Z', interval: 'minute' }, [
      ['2026-01-31T10:30', null, 1, 0, 9, 2],
    ]);
  });

  it('count tokens and times of an answer once, and each of its choices', async () => {
    await recorded([{ created_at: '2026-01-31T12:00:00.000Z', completions: choices(3), ...usage(5, 7) }]);
    await expectEntries({}, [['2026-01-31T00:00', null, 3, 0, 5, 7]]);
    await expectEntries({ interval: 'minute', to: '2026-01-31T12:30:00.000Z', from: '2026-01-31T11:59:00.000Z' }, [
      ['2026-01-31T12:00', null, 3, 0, 5, 7],
    ]);
  });

  it('have groups and filters', async () => {
    const model_id = randomUUID();
    const at = { created_at: '2026-01-31T12:00:00.000Z' };
    await recorded([
      { ...at, model: 'p/a', model_id },
      { ...at, model: 'p/a', model_id, ...end('error') },
      { ...at, model: 'p/b', ab_campaign: 'spring' },
    ]);
    await app.send(importInteraction, imported(project, at));
    const day = '2026-01-31T00:00';
    const cases: [Changes, unknown[]][] = [
      [
        { group_by: 'model' },
        [
          [day, 'p/a', 2, 1, 18, 4],
          [day, null, 1, 0, 0, 0],
          [day, 'p/b', 1, 0, 9, 2],
        ],
      ],
      [
        { group_by: 'ab_campaign' },
        [
          [day, null, 3, 1, 18, 4],
          [day, 'spring', 1, 0, 9, 2],
        ],
      ],
      [
        { group_by: 'finish_reason' },
        [
          [day, 'stop', 2, 0, 18, 4],
          [day, null, 1, 0, 0, 0],
          [day, 'error', 1, 1, 9, 2],
        ],
      ],
      [
        { group_by: 'source' },
        [
          [day, 'served', 3, 1, 27, 6],
          [day, 'imported', 1, 0, 0, 0],
        ],
      ],
      [{ model: { id: model_id } }, [[day, null, 2, 1, 18, 4]]],
      [{ model: { name: 'p/b' } }, [[day, null, 1, 0, 9, 2]]],
      [{ ab_campaign: 'spring' }, [[day, null, 1, 0, 9, 2]]],
      [{ source: 'imported', group_by: 'model' }, [[day, null, 1, 0, 0, 0]]],
      [{ source: 'comparison' }, []],
    ];
    for (const [changes, expected] of cases) {
      const found = await entries(changes);
      expect([changes, found.map((entry) => JSON.stringify(entry)).sort()]).toEqual([
        changes,
        expected.map((entry) => JSON.stringify(entry)).sort(),
      ]);
    }
  });

  it('name the 20 largest groups, and fewer with many intervals', async () => {
    const models = Array.from({ length: 22 }, (_, index) => `p/${index}`);
    const at = { created_at: '2026-01-31T12:00:00.000Z' };
    await recorded(
      models.flatMap((model, index) => Array.from({ length: index < 2 ? 1 : 2 }, () => ({ ...at, model }))),
    );
    const found = await entries({ group_by: 'model' });
    expect(found).toHaveLength(21);
    expect(found[0]).toEqual(['2026-01-31T00:00', 'other', 2, 0, 18, 4]);
    const hours = { group_by: 'model', interval: 'hour', from: '2026-01-01T00:00:00.000Z' } as const;
    const many = await entries({ ...hours, to: new Date(Date.parse(hours.from) + 1_000 * 3_600_000).toISOString() });
    expect(many).toHaveLength(10);
    expect(many[0]).toEqual(['2026-01-31T12:00', 'other', 24, 0, 216, 48]);
  });

  it('lack what is erased, from the answer to its erasure on', async () => {
    const user = randomUUID();
    const at = { created_at: '2026-01-31T12:00:00.000Z' };
    const edge = { created_at: '2026-02-02T00:10:00.000Z' };
    const [one] = await recorded([at, { ...at, user }, { ...at, user, ...end('error') }, at, { ...edge, user }, edge]);
    const range = { to: '2026-02-02T00:30:00.000Z' };
    await app.send(eraseInteraction, { project_id: project.id, completion_id: one as string });
    await app.send(eraseUser, { project_id: project.id, user });
    const left = [
      ['2026-01-31T00:00', null, 1, 0, 9, 2],
      ['2026-02-02T00:00', null, 1, 0, 9, 2],
    ];
    await expectEntries(range, left);
    const gone = () =>
      app.dataSource.query('select from interactions where project_id = $1 and user_id = $2', [project.id, user]);
    await until(async () => (await gone()).length === 0);
    await expectEntries(range, left);
  });

  it('count the attempt that won alone', async () => {
    const event = served(project, { created_at: '2026-01-31T12:00:00.000Z', attempt: 1, ...end('cancelled') });
    await app.publish(interactionRecorded, event);
    const [choice] = event.completions;
    const completions = [{ ...choice!, finish_reason: 'stop' as const }];
    await app.publish(interactionRecorded, { ...event, attempt: 2, completions, ...usage(50, 60) });
    await app.publish(interactionRecorded, { ...event, ...usage(1_000, 1_000) });
    const isThere = async () => ((await entries())[0] as unknown[] | undefined)?.[4] === 50 || undefined;
    await until(isThere);
    await expectEntries({ group_by: 'finish_reason' }, [['2026-01-31T00:00', 'stop', 1, 0, 50, 60]]);
  });

  it('are complete once interactions of older versions are filled in, and gone with their project', async () => {
    await recorded([{ created_at: '2026-01-31T12:00:00.000Z', completions: choices(2), ...usage(5, 7) }]);
    await app.dataSource.query(
      `update interactions set words = null, prompt_tokens = null, completion_tokens = null, first_token_ms = null,
         duration_ms = null where project_id = $1`,
      [project.id],
    );
    await expectEntries({}, [['2026-01-31T00:00', null, 2, 0, 0, 0]]);
    await app.service(FillingService).fill(signal);
    await expectEntries({}, [['2026-01-31T00:00', null, 2, 0, 5, 7]]);
    await app.removeProject(project);
    await until(async () => {
      await app.service(StatisticsService).merge(signal);
      const counts =
        'select from interaction_counts where project_id = $1 union all select from interaction_count_changes where project_id = $1';
      return (await app.dataSource.query(counts, [project.id])).length === 0;
    });
  });
});
