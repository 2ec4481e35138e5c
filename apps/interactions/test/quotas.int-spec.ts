import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  eraseUser,
  importInteraction,
  interactionQuotasState,
  interactionRecorded,
  readInteraction,
  readInteractionsUsage,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { until } from '@earshot/messaging/testing';
import { CountInteractions1795700000000 } from '../src/database/migrations/1795700000000-CountInteractions.js';
import { imported, served } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp(2);

const usedBy = async ({ id: project_id }: Project) =>
  (await app.send(readInteractionsUsage, { project_id })).interactions.used;
const recounted = async ({ id }: Project) =>
  (
    (await app.dataSource.query('select count(*)::int as n from interactions where project_id = $1', [id])) as [
      { n: number },
    ]
  )[0].n;
const exceeded = (limit: number) => ({
  code: 'quota_exceeded',
  type: 'permission_error',
  details: { quota: 'interactions', limit },
});

/** The last word on a project whose quota is used up: its limit, or undefined. */
function told({ id }: Project): number | undefined {
  const records = app.broker.recordsOf(interactionQuotasState.topic.name).flat();
  const last = records.filter(({ key }) => String(key) === id).at(-1);
  if (last === undefined || last.value === null) return undefined;
  return (JSON.parse(String(last.value)) as { limit: number }).limit;
}

/** Tells of some answers, and waits until all of them are on record. */
async function serve(project: Project, count: number, user: string | null = null): Promise<void> {
  const events = Array.from({ length: count }, () => served(project, { user }));
  await Promise.all([...events, ...events].map((event) => app.publish(interactionRecorded, event)));
  for (const { completions } of events) {
    const completion_id = completions[0]?.completion_id as string;
    await app.send(readInteraction, { project_id: project.id, completion_id });
  }
}

describe('the number of interactions of a project', () => {
  it('equals a recount after repeats, imports, rejections, erasures and deletions', async () => {
    const [project, other] = [await app.project(), await app.project()];
    const user = randomUUID();
    await Promise.all([serve(project, 20), serve(project, 5, user), serve(other, 7)]);
    const body = imported(project, { user, created_at: '2026-01-02T03:04:05.678Z' });
    await app.send(importInteraction, body);
    await app.send(importInteraction, { ...body });
    await expect(app.send(importInteraction, imported(project, { model: 'none' }))).rejects.toMatchObject({
      code: 'model_not_found',
    });
    expect([await usedBy(project), await recounted(project), await usedBy(other)]).toEqual([26, 26, 7]);
    await app.send(eraseUser, { project_id: project.id, user });
    await until(async () => (await usedBy(project)) === 20);
    expect(await recounted(project)).toBe(20);
    await app.removeProject(project);
    await until(async () => (await usedBy(project)) === 0);
    expect([await recounted(project), await usedBy(other)]).toEqual([0, 7]);
  });

  it('is the same after its changes are merged, while others are added', async () => {
    const project = await app.project();
    const ofProject = [project.id];
    await app.dataSource.query('insert into project_usage select $1, 1 from generate_series(1, 150)', ofProject);
    await Promise.all([
      serve(project, 5),
      app.dataSource.query('insert into project_usage values ($1, -100)', ofProject),
    ]);
    const rows = async () =>
      (
        await app.dataSource.query<{ n: number }[]>(
          'select count(*)::int as n from project_usage where project_id = $1',
          ofProject,
        )
      )[0]?.n as number;
    await until(async () => (await rows()) < 100);
    expect(await usedBy(project)).toBe(55);
  });

  it('is counted by the migration from the stored interactions', async () => {
    const project = await app.project();
    await serve(project, 3);
    const queries = app.dataSource.createQueryRunner();
    const migration = new CountInteractions1795700000000();
    await migration.down(queries);
    await migration.up(queries);
    await queries.release();
    expect(await usedBy(project)).toBe(3);
    await serve(project, 1);
    expect(await usedBy(project)).toBe(4);
  });
});

describe('a quota of interactions', () => {
  it('rejects imports that would exceed it, however many arrive at once', async () => {
    const project = await app.project({ quotas: { interactions: 5 } });
    const imports = Array.from({ length: 24 }, () => imported(project));
    const outcomes = await Promise.allSettled(imports.map((body) => app.send(importInteraction, body)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
    expect(refused).toHaveLength(19);
    for (const error of refused) expect(error).toMatchObject(exceeded(5));
    expect([await usedBy(project), await recounted(project)]).toEqual([5, 5]);
  });

  it('keeps no text of an import that exceeds the quota', async () => {
    const project = await app.project({ quotas: { interactions: 1 } });
    const large = () => {
      const conversation = { name: `${randomUUID()}.json`, size: 3 };
      app.bucket.set(`conversation/${conversation.name}`, false);
      return imported(project, { messages: [], conversation });
    };
    const imports = [large(), large(), large(), large()];
    const outcomes = await Promise.allSettled(imports.map((body) => app.send(importInteraction, body)));
    const kept = imports.map(({ conversation }) => app.bucket.get(`conversation/${conversation?.name ?? ''}`) === true);
    expect(kept).toEqual(outcomes.map(({ status }) => status === 'fulfilled'));
    expect(kept.filter(Boolean)).toHaveLength(1);
  });

  it('never loses a served answer, and notifies gateways until there is room again', async () => {
    const project = await app.project({ quotas: { interactions: 2 } });
    const user = randomUUID();
    await serve(project, 1);
    await serve(project, 2, user);
    expect(await usedBy(project)).toBe(3);
    await until(() => told(project) === 2);
    await app.setQuota(project, 3);
    await until(() => told(project) === 3);
    await app.send(eraseUser, { project_id: project.id, user });
    await until(() => told(project) === undefined);
    await app.send(importInteraction, imported(project));
  });
});
