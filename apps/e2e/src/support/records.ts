import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './api.js';
import type { Outcome } from './chat-load.js';

/** How long an answer that has ended may take to be on record, while nothing restarts. */
export const recordedWithinMs = 30_000;
/** Longer than the recording service takes to restart. */
const onRecordWithinMs = 60_000;

/** Chats of a load that are not recorded exactly once. */
export interface Discrepancies {
  /** Answered and not recorded. */
  readonly lost: string[];
  /** Recorded more than once. */
  readonly doubled: string[];
}

/** Compares a load with the records of its project; waits up to a minute for missing ones. */
export async function discrepancies(project: string, outcomes: readonly Outcome[]): Promise<Discrepancies> {
  const answered = outcomes.filter(({ ending }) => ending === 'answered').map(({ marker }) => marker);
  const until = Date.now() + onRecordWithinMs;
  for (;;) {
    const markers = await markersOnRecord(project);
    const known = new Set(markers);
    const lost = answered.filter((marker) => !known.has(marker));
    if (lost.length > 0 && Date.now() < until) await sleep(500);
    else return { lost, doubled: markers.filter((marker, index) => markers.indexOf(marker) !== index) };
  }
}

/** The marker labels of all interactions of a project. */
async function markersOnRecord(project: string): Promise<string[]> {
  const markers: string[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor !== null && { cursor }) });
    const page = await call('GET', `/api/v1/projects/${project}/interactions?${query.toString()}`);
    if (page.status !== 200) throw new Error(`no interactions, but status ${page.status}`);
    markers.push(...page.body.data.flatMap(({ labels }) => labels?.['marker'] ?? []));
    cursor = page.body.next_cursor;
  } while (cursor !== null);
  return markers;
}
