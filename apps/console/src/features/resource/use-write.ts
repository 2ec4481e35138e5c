import { useRef } from 'react';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { isRetried } from '../../api/retry.js';
import { newId } from './new-id.js';

/** Options of {@link useWrite}. */
export interface WriteOptions<Input, Output> {
  /** Sends the request with an `Idempotency-Key`. */
  readonly send: (input: Input, idempotencyKey: string) => Promise<Output>;
  /** Queries that are read again after the write. */
  readonly invalidates: QueryKey;
  readonly onDone?: (output: Output) => void;
  /** The output is a secret, which no cache keeps. */
  readonly isSecret?: boolean;
}

/**
 * A write of the interface. Submitting the same input again after an error repeats the same request;
 * another input is another request.
 */
export function useWrite<Input, Output>({ send, invalidates, onDone, isSecret }: WriteOptions<Input, Output>) {
  const queries = useQueryClient();
  const submission = useRef({ body: '', key: '' });
  return useMutation<Output, unknown, Input>({
    mutationFn: (input) => {
      const body = JSON.stringify(input) ?? '';
      if (submission.current.body !== body || submission.current.key === '')
        submission.current = { body, key: newId() };
      return send(input, submission.current.key);
    },
    ...(isSecret === true && { gcTime: 0 }),
    // With the same Idempotency-Key.
    retry: isRetried,
    onSuccess: (output) => {
      submission.current = { body: '', key: '' };
      void queries.invalidateQueries({ queryKey: invalidates });
      onDone?.(output);
    },
  });
}
