import { useEffect, useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { TestOutput } from './test-run.js';

/** Runs a test that can be cancelled. Leaving the view cancels it. */
export function useTest<Input>(run: (input: Input, signal: AbortSignal) => Promise<TestOutput>) {
  const running = useRef<AbortController | null>(null);
  const mutation = useMutation<TestOutput, unknown, Input>({
    mutationFn: (input) => {
      running.current = new AbortController();
      return run(input, running.current.signal);
    },
  });
  const cancel = () => {
    running.current?.abort();
    mutation.reset();
  };
  useEffect(() => () => running.current?.abort(), []);
  return { ...mutation, cancel };
}
