import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useThrottled } from '../../ui/use-throttled.js';

/** A report has new feedback within a second; reads after events are at least this far apart. */
const refreshMs = 1_500;

/** Returns a function that reads queries again, at most every 1.5 s. */
export function useRefresh(queryKey: QueryKey): () => void {
  const queries = useQueryClient();
  return useThrottled(() => void queries.invalidateQueries({ queryKey }), refreshMs);
}
