import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  eraseInteraction,
  findInteraction,
  interactionRecorded,
  labelInteraction,
  listInteractions,
} from '@earshot/contracts-interactions';
import { everything, served } from './fixtures.js';
import { InteractionsSuite } from './interactions-suite.js';

const suite = new InteractionsSuite(1);
const { app, read } = suite;

async function recorded(fields: Parameters<typeof served>[1]): Promise<string> {
  const event = served(suite.project, fields);
  await app.publish(interactionRecorded, event);
  return (event.completions[0] as (typeof event.completions)[number]).completion_id;
}

const label = (completion_id: string, labels: Record<string, string>, project_id = suite.project.id) =>
  app.send(labelInteraction, { project_id, completion_id, labels });

async function found(filter: Partial<typeof everything>): Promise<string[]> {
  const request = { project_id: suite.project.id, limit: 100, cursor: null, filter: { ...everything, ...filter } };
  return (await app.send(listInteractions, request)).data.map(({ completion_id }) => completion_id);
}

describe('the labels of an interaction', () => {
  it('are replaced, also for filters and searches; tags and the answer stay', async () => {
    const completion = { completion_id: randomUUID(), index: 0, text: 'Marmalade', finish_reason: 'stop' as const };
    const id = await recorded({ completions: [completion], labels: { state: 'new', kept: 'no' }, tags: ['t'] });
    expect(await label(id, { state: 'old' })).toEqual({ labels: { state: 'old' } });
    expect(await read(id)).toMatchObject({ labels: { state: 'old' }, tags: ['t'], completion: 'Marmalade' });
    const by = (name: string, value: string) => found({ labels: [{ name, value }] });
    expect([await by('state', 'old'), await by('state', 'new'), await by('kept', 'no')]).toEqual([[id], [], []]);
    const searched = { text: 'marmalade', tags: ['t'] };
    expect(await found({ ...searched, labels: [{ name: 'state', value: 'old' }] })).toEqual([id]);
    expect(await found({ ...searched, labels: [{ name: 'state', value: 'new' }] })).toEqual([]);
  });

  it('belong to the project, and to interactions that were not erased', async () => {
    const id = await recorded({ labels: {} });
    await read(id);
    const absent = { code: 'completion_not_found' };
    await expect(label(id, {}, (await app.project()).id)).rejects.toMatchObject(absent);
    await app.send(eraseInteraction, { project_id: suite.project.id, completion_id: id });
    await expect(label(id, {})).rejects.toMatchObject(absent);
  });
});

it('finds an interaction of any project, for callers that may read them all', async () => {
  const id = await recorded({});
  expect(await app.send(findInteraction, { completion_id: id })).toMatchObject({ project_id: suite.project.id });
  const unknown = app.send(findInteraction, { completion_id: randomUUID() });
  await expect(unknown).rejects.toMatchObject({ code: 'completion_not_found' });
});

it('lists after a completion that is named', async () => {
  const marked = { session_id: randomUUID() };
  const at = (ms: number) => ({ ...marked, created_at: new Date(Date.now() - 60_000 + ms).toISOString() });
  const ids = [await recorded(at(1)), await recorded(at(2)), await recorded(at(3))];
  await Promise.all(ids.map(read));
  const filter = { ...everything, session_id: marked.session_id };
  const request = { project_id: suite.project.id, limit: 10, cursor: null, filter };
  const { data } = await app.send(listInteractions, { ...request, after: ids[2] });
  expect(data.map(({ completion_id }) => completion_id)).toEqual([ids[1], ids[0]]);
  const unknown = app.send(listInteractions, { ...request, after: randomUUID() });
  await expect(unknown).rejects.toMatchObject({ code: 'completion_not_found' });
});
