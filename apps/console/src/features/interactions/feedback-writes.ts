import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.js';
import { newId } from '../resource/new-id.js';
import { addFeedback, interactionQuery, removeFeedback, type NewFeedback } from './queries.js';

/** Feedback that was just recorded, and can be undone. */
export interface GivenFeedback {
  readonly id: string;
  readonly metric: string;
  readonly value: boolean | number;
}

/** Writes feedback. A repetition of a failed write has its key, so it counts once. */
export function useAddFeedback(project: string, completion: string, onDone: (given: GivenFeedback) => void) {
  const queries = useQueryClient();
  const attempt = useRef<{ body: string; key: string }>(undefined);
  return useMutation({
    mutationFn: (body: NewFeedback) => {
      const text = JSON.stringify(body);
      if (attempt.current?.body !== text) attempt.current = { body: text, key: newId() };
      return addFeedback(project, body, attempt.current.key);
    },
    onSuccess: async ({ feedback_id: id }, { metric, value }) => {
      attempt.current = undefined;
      onDone({ id, metric, value });
      await queries.invalidateQueries({ queryKey: interactionQuery(project, completion).queryKey });
    },
  });
}

/** Deletes feedback; what is deleted already counts as done. */
export function useUndoFeedback(project: string, completion: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: GivenFeedback) => {
      try {
        await removeFeedback(project, id);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'feedback_not_found') throw error;
      }
    },
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: interactionQuery(project, completion).queryKey });
    },
  });
}
