import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';
import type { SessionEntry } from './turns.js';

type Listed = Schemas['ListedInteraction'];

/** What the replay shows of a session. */
export interface RecordedSession {
  /** Oldest first. */
  readonly entries: readonly SessionEntry[];
  readonly feedback: readonly Schemas['Feedback'][];
  readonly outcomes: readonly Schemas['Outcome'][];
}

async function readEntries(project: string, session: string, signal: AbortSignal): Promise<readonly SessionEntry[]> {
  const listed = await allPages<Listed>((cursor) =>
    bodyOf(
      api.GET('/api/v1/projects/{project}/interactions', {
        params: { path: { project }, query: { session_id: session, limit: 100, cursor } },
        signal,
      }),
    ),
  );
  const entries: SessionEntry[] = [];
  for (const entry of listed.reverse()) entries.push(await withTexts(project, entry, signal));
  return entries;
}

/** A list leaves out large texts, so they are read with the interaction. */
async function withTexts(project: string, entry: Listed, signal: AbortSignal): Promise<SessionEntry> {
  const { messages, completion } = entry;
  if (messages !== null && completion !== null) return { ...entry, messages, completion };
  return bodyOf<Schemas['Interaction']>(
    api.GET('/api/v1/projects/{project}/interactions/{completion}', {
      params: { path: { project, completion: entry.completion_id } },
      signal,
    }),
  );
}

async function readSession(project: string, session: string, signal: AbortSignal): Promise<RecordedSession> {
  const query = (cursor: string | undefined) => ({
    params: { path: { project }, query: { session_id: session, limit: 100, cursor } },
    signal,
  });
  const [entries, feedback, outcomes] = await Promise.all([
    readEntries(project, session, signal),
    allPages<Schemas['Feedback']>((cursor) => bodyOf(api.GET('/api/v1/projects/{project}/feedback', query(cursor)))),
    allPages<Schemas['Outcome']>((cursor) => bodyOf(api.GET('/api/v1/projects/{project}/outcomes', query(cursor)))),
  ]);
  return { entries, feedback, outcomes };
}

/** A session with its feedback: at most 2,000 interactions. */
export const sessionReplayQuery = (project: string, session: string) =>
  queryOptions({
    queryKey: ['interactions', project, 'session', session],
    queryFn: ({ signal }) => readSession(project, session, signal),
  });
