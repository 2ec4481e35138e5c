import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { call, uniqueKey } from './api.js';
import { projectForViews } from './browser.js';

const dayMs = 86_400_000;

/** Session of two of the interactions. */
export const session = randomUUID();
/** A time in the past. */
export const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** Of several models, users, days and texts, so that each filter finds some of them. */
const imported = [
  {
    messages: [{ role: 'user', content: 'Where is my parcel?' }],
    completion: 'Alpha: it left the warehouse.',
    model_service: 'large',
    user: 'ada',
    session_id: session,
    labels: { team: 'sales' },
    tags: ['beta'],
    feedbacks: [{ metric: 'score', value: 5 }],
    created_at: ago(0.1),
  },
  {
    messages: [{ role: 'user', content: 'Where is my refund?' }],
    completion: 'Bravo: it is **on its way**.',
    model_service: 'small',
    user: 'bob',
    session_id: session,
    labels: { team: 'support' },
    feedbacks: [{ metric: 'score', value: 1 }],
    created_at: ago(3),
  },
  {
    messages: [{ role: 'user', content: 'How do I sign in?' }],
    completion: 'Charlie: with your key.',
    model_service: 'large',
    user: 'ada',
    created_at: ago(60),
  },
];

/** Creates a project with three interactions: Alpha, Bravo and Charlie. */
export async function projectWithInteractions(project: string): Promise<void> {
  await projectForViews(project);
  await call('POST', `/api/v1/projects/${project}/metrics`, { body: { key: 'score', kind: 'scalar' } });
  for (const interaction of imported) {
    const { status, body } = await call('POST', '/api/v1/interactions', { body: { project, ...interaction } });
    if (status !== 201) throw new Error(`import: ${status} ${JSON.stringify(body)}`);
  }
}

/** Creates a project with this many interactions: from `Row 1.`, the newest, on. @returns its key. */
export async function projectWithRows(count: number): Promise<string> {
  const project = await projectForViews(uniqueKey('rows'));
  for (let row = 1; row <= count; row += 1)
    await call('POST', '/api/v1/interactions', {
      body: {
        project,
        messages: [{ role: 'user', content: 'Hello!' }],
        completion: `Row ${row}.`,
        model_service: 'large',
        created_at: ago(row),
      },
    });
  return project;
}

/** The answer of an interaction in the table. */
export const entry = (page: Page, name: string): Locator => page.getByRole('gridcell').filter({ hasText: `${name}:` });

/** Waits until the table has exactly these of the imported entries. */
export async function shows(page: Page, names: string): Promise<void> {
  for (const name of ['Alpha', 'Bravo', 'Charlie'])
    await entry(page, name).waitFor({ state: names.includes(name[0] as string) ? 'visible' : 'detached' });
}
