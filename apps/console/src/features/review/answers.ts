import { useQueries } from '@tanstack/react-query';
import type { Schemas } from '../../api/client.js';
import { interactionQuery } from '../interactions/queries.js';
import { failedReads } from '../resource/failed-reads.js';
import { pauseAfter } from '../resource/retrying.js';

/** A recorded answer with its conversation. */
export type Interaction = Schemas['Interaction'];

/** Attempts to read an answer: longer than a service takes to restart. */
const maxAttempts = 20;

/** What is shown while it is judged does not change. */
const staleMs = 5 * 60_000;

/** The answers of an item, as far as they are loaded. */
export interface Answers {
  readonly interactions: readonly (Interaction | undefined)[];
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Reads answers, those of the items behind the one on screen too. Errors of the server go away by themselves. */
export function useAnswers(project: string, completions: readonly string[]): Answers {
  const results = useQueries({
    queries: completions.map((completion) => ({
      ...interactionQuery(project, completion),
      staleTime: staleMs,
      retry: (count: number, error: Error) => count < maxAttempts && pauseAfter(count + 1, error) !== null,
      retryDelay: (count: number, error: Error) => pauseAfter(count + 1, error) ?? 0,
    })),
  });
  return { interactions: results.map(({ data }) => data), ...failedReads(results) };
}
