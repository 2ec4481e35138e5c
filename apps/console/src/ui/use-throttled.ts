import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs `action` at most once every `intervalMs`: soon after the first call, and once more
 * after calls in between. It does not run in a hidden tab.
 */
export function useThrottled(action: () => void, intervalMs: number): () => void {
  const latest = useRef(action);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (!document.hidden) latest.current();
    }, intervalMs);
  }, [intervalMs]);
}
