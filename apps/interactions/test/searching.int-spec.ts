import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { feedbackRecorded } from '@earshot/contracts-feedback';
import {
  eraseInteraction,
  eraseUser,
  importInteraction,
  interactionRecorded,
  listInteractionFeedback,
  listInteractions,
  readInteraction,
  searchedCharacters,
  type InteractionFilter,
  type InteractionRecorded,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { until } from '@earshot/messaging/testing';
import { FillingService } from '../src/filling/filling.service.js';
import { filledBytes, fillWith } from './filled-interactions.js';
import { everything, feedbackOn, imported, served } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();
let project: Project;
let ratings = 0;

beforeEach(async () => {
  project = await app.project();
});

const page = (filter: Partial<InteractionFilter>, limit: number, cursor: string | null, of = project) =>
  app.send(listInteractions, { project_id: of.id, limit, cursor, filter: { ...everything, ...filter } });

/** The completions of a whole list. */
async function listed(filter: Partial<InteractionFilter>, limit = 100): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { data, next_cursor }: Awaited<ReturnType<typeof page>> = await page(filter, limit, cursor);
    ids.push(...data.map(({ completion_id }) => completion_id));
    if (next_cursor === null) return ids;
    cursor = next_cursor;
  }
}

const answer = (text: string, changes: Partial<InteractionRecorded> = {}) =>
  served(project, {
    completions: [{ completion_id: randomUUID(), index: 0, text, finish_reason: 'stop' }],
    ...changes,
  });

const idOf = ({ completions }: InteractionRecorded) => completions[0]?.completion_id as string;

/** Records answers and waits for them. @returns their completions. */
async function recorded(events: InteractionRecorded[]): Promise<string[]> {
  await Promise.all(events.map((event) => app.publish(interactionRecorded, event)));
  for (const event of events) await app.send(readInteraction, { project_id: project.id, completion_id: idOf(event) });
  return events.map(idOf);
}

type Rating = Parameters<typeof feedbackOn>[1];

/** Records a value and waits for it; later calls have later times. */
async function rate(metric_id: string, rating: Omit<Rating, 'metric_id'> & { completion_id: string }): Promise<void> {
  const created_at = new Date(Date.parse('2026-03-01T00:00:00Z') + (ratings += 1)).toISOString();
  await app.publish(feedbackRecorded, feedbackOn(project, { metric_id, created_at, ...rating }));
  const { completion_id } = rating;
  await app.send(listInteractionFeedback, { project_id: project.id, completion_id, limit: 1, cursor: null });
}

/** Inserts a value of 5 for each interaction that was inserted directly. */
function rateAll(metric_id: string): Promise<unknown> {
  return app.dataSource.query(
    `insert into feedback_values (id, project_id, completion_id, completion_created_at, metric_id, metric, value, is_bool, created_at)
     select gen_random_uuid(), project_id, completion_id, created_at, $2, 'score', 5, false, now()
     from interactions where project_id = $1 and bytes = $3`,
    [project.id, metric_id, filledBytes],
  );
}

describe('a search for the text of completions', () => {
  it('has the syntax of web searches and ignores case', async () => {
    const [sky, sea, none] = await recorded([
      answer('The sky is blue, because air scatters light.', { created_at: '2026-02-03T00:00:00.000Z' }),
      answer('The sea is BLUE; the beach is not.', { created_at: '2026-02-02T00:00:00.000Z' }),
      answer('', { created_at: '2026-02-01T00:00:00.000Z' }),
    ]);
    const cases: [string, unknown[]][] = [
      ['blue', [sky, sea]],
      ['Blue AIR', [sky]],
      ['air or beach', [sky, sea]],
      ['"is blue"', [sky, sea]],
      ['"blue is"', []],
      ['blue -beach', [sky]],
      ['-beach', [sky, none]],
      ['scatter', []],
      ["it's \\ 'quoted", []],
      ['!!!', []],
    ];
    for (const [text, expected] of cases) {
      expect([text, await listed({ text })]).toEqual([text, expected]);
      expect([text, await listed({ text }, 1)]).toEqual([text, expected]);
    }
  });

  it('finds rare words behind many other interactions, page by page, and with all other filters', async () => {
    const [user, model_id] = [randomUUID(), randomUUID()];
    const at = (day: string) => ({ created_at: `${day}T12:00:00.000Z` });
    const labels = { channel: 'web' };
    const ids = await recorded([
      answer('a needle', at('2026-02-20')),
      answer('a needle', { ...at('2026-02-19'), user, model_id, labels, tags: ['t'], ab_campaign: 'spring' }),
      answer('a needle', { ...at('2026-02-01'), user }),
      answer('a needle', at('2025-12-31')),
      answer('a needle', { ...at('2024-05-05'), labels }),
    ]);
    await fillWith(app, project, 1_500, 'some hay', '2026-02-20T13:00:00Z');
    await fillWith(app, project, 1_500, 'some hay', '2026-02-19T13:00:00Z');
    const [, second, third, , fifth] = ids;
    const needle = { text: 'needle' };
    const label = { labels: [{ name: 'channel', value: 'web' }] };
    expect(await listed(needle)).toEqual(ids);
    expect(await listed(needle, 1)).toEqual(ids);
    expect(await listed({ text: 'hay -some' })).toEqual([]);
    const cases: [Partial<InteractionFilter>, unknown[]][] = [
      [{ user }, [second, third]],
      [{ model: { id: model_id } }, [second]],
      [{ model: { name: `${project.key}/large` } }, ids],
      [label, [second, fifth]],
      [{ tags: ['t'] }, [second]],
      [{ ab_campaign: 'spring' }, [second]],
      [{ finish_reason: 'stop' }, ids],
      [{ finish_reason: 'length' }, []],
      [{ created_before: '2026-02-20T12:00:00.000Z', created_after: '2026-02-01T12:00:00.000Z' }, [second, third]],
      [{ user, ...label, created_before: '2026-02-19T12:00:00.001Z' }, [second]],
    ];
    for (const [filter, expected] of cases) {
      expect([filter, await listed({ ...needle, ...filter }, 2)]).toEqual([filter, expected]);
    }
  });

  it('finds the newest of a day with many matches behind other interactions, page by page', async () => {
    await fillWith(app, project, 600, 'some hay', '2026-02-24T12:00:00Z');
    await fillWith(app, project, 600, 'some hay', '2026-02-20T12:00:00Z');
    await fillWith(app, project, 1_200, 'a needle', '2026-02-20T11:00:00Z');
    await fillWith(app, project, 1_200, 'a needle', '2026-02-18T11:00:00Z');
    const all = await listed({});
    const found = await listed({ text: 'needle' });
    expect(all).toHaveLength(3_600);
    expect(found).toEqual(all.slice(1_200));
    const before = '2026-02-20T10:59:30.000Z';
    expect(await listed({ text: 'needle', created_before: before })).toEqual(await listed({ created_before: before }));
  });

  it('has exactly the interactions with a current value of a metric in the range, near and far', async () => {
    const score = await app.metric(project, 'score', 'scalar');
    const at = (day: string) => `2026-02-${day}T12:00:00.000Z`;
    const labels = { channel: 'web' };
    const days = ['24', '23', '22', '04', '03', '02', '01'];
    const texts = days.map((day) => (day === '01' ? 'some hay' : 'a needle'));
    const ids = await recorded(
      days.map((day, index) => answer(texts[index] as string, { created_at: at(day), labels })),
    );
    const [near, , nearCorrected, far, , farCorrected, hay] = ids as [string, ...string[]];
    await fillWith(app, project, 1_500, 'some hay', '2026-02-20T12:00:00Z');
    await rateAll(score.id);
    const user_id = randomUUID();
    const values: [string | undefined, string, number[]][] = [
      [near, '24', [5]],
      [nearCorrected, '22', [5, 1]],
      [far, '04', [4]],
      [farCorrected, '02', [5, 2]],
      [hay, '01', [2]],
    ];
    for (const [completion_id, day, each] of values) {
      const about = { completion_id: completion_id as string, completion_created_at: at(day), user_id };
      for (const value of each) await rate(score.id, { ...about, value });
    }
    const rated = (min: number | null, max: number | null) => ({ metric: { metric: 'score', min, max } });
    const cases: [Partial<InteractionFilter>, unknown[]][] = [
      [rated(null, null), [near, nearCorrected, far, farCorrected]],
      [rated(4, null), [near, far]],
      [rated(null, 2), [nearCorrected, farCorrected]],
      [rated(9, null), []],
      [{ ...rated(4, null), labels: [{ name: 'channel', value: 'web' }] }, [near, far]],
      [{ ...rated(4, null), created_before: at('20') }, [far]],
    ];
    for (const [filter, expected] of cases) {
      expect([filter, await listed({ text: 'needle', ...filter })]).toEqual([filter, expected]);
      expect([filter, await listed({ text: 'needle', ...filter }, 1)]).toEqual([filter, expected]);
    }
    expect(await listed({ text: 'hay', ...rated(null, 4) })).toEqual([hay]);
    expect(await listed({ text: 'needle' })).toEqual(ids.slice(0, -1));
  });

  it('finds the beginning of a text that is in the bucket, and of a text with NUL', async () => {
    const start = { completion_id: randomUUID(), index: 0, text: '', finish_reason: 'stop' as const };
    const [large, nul] = await recorded([
      served(project, {
        completions: [{ ...start, beginning: 'once upon a time' }],
        answers: { name: 'a.json', size: 9 },
      }),
      answer('upon\0nothing', { created_at: '2020-01-01T00:00:00.000Z' }),
    ]);
    const late = `${'x '.repeat(searchedCharacters / 2)} never`;
    const { completion_id } = await app.send(importInteraction, imported(project, { completion: late }));
    const fromBucket = { completion: '', answers: { name: 'b.json', size: 9 }, beginning: 'upon import' };
    app.bucket.set('completion/b.json', false);
    const other = await app.send(importInteraction, imported(project, fromBucket));
    expect((await listed({ text: 'upon' })).sort()).toEqual([large, nul, other.completion_id].sort());
    expect(await listed({ text: 'x' })).toEqual([completion_id]);
    expect(await listed({ text: 'never' })).toEqual([]);
  });

  it('has neither other projects nor erased interactions and users', async () => {
    const user = randomUUID();
    const [kept, one] = await recorded([answer('secret'), answer('secret'), answer('secret', { user })]);
    const another = await app.project();
    expect((await page({ text: 'secret' }, 10, null, another)).data).toEqual([]);
    await app.send(eraseInteraction, { project_id: project.id, completion_id: one as string });
    await app.send(eraseUser, { project_id: project.id, user });
    expect(await listed({ text: 'secret' })).toEqual([kept]);
    expect(await listed({ text: 'secret', user })).toEqual([]);
  });

  it('has the text of the attempt that won', async () => {
    const event = answer('first', { attempt: 1 });
    const [id] = await recorded([event]);
    const [choice] = event.completions;
    await app.publish(interactionRecorded, { ...event, attempt: 2, completions: [{ ...choice!, text: 'second' }] });
    await until(async () => (await listed({ text: 'second' })).length > 0);
    expect(await listed({ text: 'second' })).toEqual([id]);
    expect(await listed({ text: 'first' })).toEqual([]);
  });

  it('finds interactions of older versions once they are filled in', async () => {
    const ids = await recorded([answer('old words', { labels: { a: 'b' } }), answer('new words')]);
    await app.dataSource.query('update interactions set words = null where completion_id = $1', [ids[0]]);
    expect(await listed({ text: 'words' })).toEqual([ids[1]]);
    await app.service(FillingService).fill(new AbortController().signal);
    expect((await listed({ text: 'words' })).sort()).toEqual([...ids].sort());
    expect(await listed({ text: 'words', labels: [{ name: 'a', value: 'b' }] })).toEqual([ids[0]]);
  });
});
