import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  interactionStatistics,
  listInteractions,
  type InteractionFilter,
  type InteractionStatisticsRequest,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { StatisticsService } from '../src/statistics/statistics.service.js';
import { fillWith } from './filled-interactions.js';
import { everything } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();
const user = randomUUID();
let project: Project;

/** Each row takes 50 ms, so 300 rows take longer than any timeout. The cost lets the planner check it first. */
const slow = [
  `create function slow() returns boolean volatile cost 0.0001 language plpgsql as
     $$ begin perform pg_sleep(0.05); return true; end $$`,
  'create policy slow on interactions using (slow()) with check (true)',
  'alter table interactions enable row level security',
  'alter table interactions force row level security',
];

beforeAll(async () => {
  project = await app.project();
  await fillWith(app, project, 300, 'some hay', '2026-02-20T12:00:00Z');
  await app.dataSource.query('update interactions set user_id = $1, finish_reason = $2', [user, 'stop']);
  await app.service(StatisticsService).merge(new AbortController().signal);
  for (const statement of slow) await app.dataSource.query(statement);
});

const list = (filter: Partial<InteractionFilter>) =>
  app.send(listInteractions, {
    ...{ project_id: project.id, limit: 10, cursor: null },
    filter: { ...everything, ...filter },
  });
const statistics = (fields: Pick<InteractionStatisticsRequest, 'from' | 'interval'>) =>
  app.send(interactionStatistics, {
    ...{ project_id: project.id, to: '2026-02-20T12:00:00.000Z' },
    ...{ group_by: null, model: null, ab_campaign: null, source: null, ...fields },
  });
/** The newest five rows. */
const short = { created_after: '2026-02-20T11:59:55.000Z' };
const error = (param: string, message: string) => ({
  code: 'query_too_broad',
  type: 'invalid_request_error',
  param,
  message,
});

describe('a query that takes too long is refused, names what to narrow, and succeeds once that is done:', () => {
  it('a search', async () => {
    const message =
      'The query took more than 3 s. Use a shorter time range (`created_after`, `created_before`), more words in `text`, or more filters.';
    await expect(list({ text: 'needle' })).rejects.toMatchObject(error('text', message));
    expect((await list({ text: 'hay', ...short })).data).toHaveLength(5);
  });

  it('a list of which few rows match', async () => {
    const message = 'The query took more than 3 s. Use a shorter time range (`created_after`, `created_before`).';
    await expect(list({ user, model: { name: 'none' } })).rejects.toMatchObject(error('created_after', message));
    expect((await list({ user, model: { name: 'none' }, ...short })).data).toEqual([]);
  });

  it('statistics by minute', async () => {
    const message = 'The query took more than 10 s. Use a shorter time range (`from`, `to`) or a longer `interval`.';
    const from = '2026-02-20T00:00:00.000Z';
    await expect(statistics({ from, interval: 'minute' })).rejects.toMatchObject(error('from', message));
    const last = await statistics({ from: '2026-02-20T11:59:55.000Z', interval: 'minute' });
    expect(last.total.count).toBe(5);
    expect((await statistics({ from, interval: 'hour' })).total.count).toBe(300);
  });
});
