import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { comparisonRecorded } from '@earshot/contracts-feedback';
import type { AbCampaign } from '@earshot/contracts-inference';
import {
  countInteractions,
  eraseUser,
  importInteraction,
  listInteractions,
  type CountInteractions,
  type ImportInteraction,
  type InteractionFilter,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { until } from '@earshot/messaging/testing';
import { StatisticsService } from '../src/statistics/statistics.service.js';
import { fillWith } from './filled-interactions.js';
import { comparisonOn, everything, imported } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();
let project: Project;
let campaign: AbCampaign;
const [user, erasedUser, session_id] = [randomUUID(), randomUUID(), randomUUID()];
const ids: string[] = [];

type Filter = Partial<InteractionFilter>;
/** A whole filter, with the id of the campaign. */
const filterOf = (filter: Filter): InteractionFilter => ({
  ...everything,
  ...filter,
  ...(filter.ab_campaign && { ab_campaign: campaign.id }),
});
const count = (filter: Filter = {}, format: CountInteractions['format'] = null, limit = 100) =>
  app.send(countInteractions, { project_id: project.id, filter: filterOf(filter), format, limit });

const all = (found: number) => ({ count: found, complete: true });

/** Counts before and after the changes of the counts of hours are merged. */
async function expectCount(filter: Filter, found: number): Promise<void> {
  expect(await count(filter)).toEqual(all(found));
  await app.service(StatisticsService).merge(new AbortController().signal);
  expect(await count(filter)).toEqual(all(found));
}

beforeAll(async () => {
  project = await app.project();
  await app.metric(project, 'helpful', 'bool');
  campaign = await app.campaign(project, 'spring');
  const given: Partial<ImportInteraction>[] = [
    { created_at: '2026-01-30T10:59:59.999Z', labels: { lang: 'de' }, tags: ['a'] },
    { created_at: '2026-01-30T11:00:00.000Z', user, ab_campaign: 'spring' },
    { created_at: '2026-01-31T11:30:00.000Z', session_id, completion: 'a needle' },
    { created_at: '2026-02-01T00:00:00.000Z', tags: ['a', 'b'], ab_campaign: 'spring', user: erasedUser },
  ];
  for (const [index, changes] of given.entries()) {
    const rating = {
      id: randomUUID(),
      metric: 'helpful',
      value: index > 0,
      reason: null,
      details: null,
      created_at: null,
    };
    const one = imported(project, { ...changes, feedbacks: index < 3 ? [rating] : [] });
    await app.send(importInteraction, one);
    ids.push(one.completion_id);
  }
});

describe('the count of interactions', () => {
  it.each<[string, Filter, number]>([
    ['no filter', {}, 4],
    ['a campaign', { ab_campaign: 'spring' }, 2],
    ['a finish reason', { finish_reason: 'error' }, 0],
    ['a range within an hour', { created_after: '2026-01-31T11:10:00Z', created_before: '2026-01-31T11:40:00Z' }, 1],
    ['a range of hours', { created_after: '2026-01-30T11:00:00Z', created_before: '2026-01-31T12:00:00Z' }, 2],
    ['a range of days with parts of hours', { created_after: '2026-01-30T10:30:00Z' }, 4],
    ['an open start', { created_before: '2026-01-31T11:30:00Z' }, 2],
    ['a user', { user }, 1],
    ['a session', { session_id }, 1],
    ['a label', { labels: [{ name: 'lang', value: 'de' }] }, 1],
    ['tags', { tags: ['a', 'b'] }, 1],
    ['a search', { text: 'needle' }, 1],
    ['a metric', { metric: { metric: 'helpful', min: 1, max: null } }, 2],
  ])('is that of the list: %s', async (_name, filter, found) => {
    await expectCount(filter, found);
    const { data } = await app.send(listInteractions, {
      project_id: project.id,
      limit: 100,
      cursor: null,
      filter: filterOf(filter),
    });
    expect(data).toHaveLength(found);
  });

  it('of a dataset has complete answers, or comparisons with a winner', async () => {
    const metric = await app.metric(project, 'better', 'bool');
    expect(await count({}, 'sft')).toEqual(all(4));
    expect(await count({ metric: { metric: 'helpful', min: null, max: null } }, 'kto')).toEqual(all(3));
    const [preferred, other] = ids as [string, string];
    await app.publish(comparisonRecorded, comparisonOn(project, { preferred, other, metric_id: metric.id }));
    const under = (name: string) => count({ metric: { metric: name, min: null, max: null } }, 'dpo');
    await until(async () => (await under('better')).count === 1);
    expect(await under('helpful')).toEqual(all(0));
  });

  it('stops at its limit where there are no counts of hours', async () => {
    const tagged = { tags: ['a'] };
    expect(await count(tagged, null, 1)).toEqual({ count: 1, complete: false });
    expect(await count(tagged, null, 2)).toEqual(all(2));
    expect(await count({}, null, 1)).toEqual(all(4));
  });

  it('adds up whole hours of many interactions', async () => {
    const many = await app.project();
    await fillWith(app, many, 5_000, 'Hi', '2026-02-03T12:00:00Z');
    const request = { project_id: many.id, filter: everything, format: 'sft', limit: 10 } as const;
    expect(await app.send(countInteractions, request)).toEqual(all(5_000));
  });

  it('has nothing of an erased user', async () => {
    await app.send(eraseUser, { project_id: project.id, user: erasedUser });
    await expectCount({}, 3);
    await expectCount({ ab_campaign: 'spring' }, 1);
  });
});
