import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { toApiFilter, type InteractionSearch } from './filter.js';
import { PagedRows } from './paged-rows.js';
import { listKey, readInteractions } from './queries.js';
import type { InteractionRow } from './row.js';

/** A list of interactions with its scroll position. It survives a visit to another view. */
export interface InteractionList {
  readonly key: string;
  readonly rows: PagedRows<InteractionRow>;
  /** When it was read, in ms since 1970. */
  readonly readAt: number;
  /** Pixels. */
  offset: number;
}

/** What {@link useInteractions} returns. */
export interface Interactions {
  /** The list on screen, which is the former one while the next is read; undefined before the first. */
  readonly list: InteractionList | undefined;
  readonly isLoading: boolean;
  /** Reads the list again, from its newest entry. */
  readonly reload: () => void;
}

/** Reads the list of interactions that match a filter. */
export function useInteractions(project: string, filter: InteractionSearch): Interactions {
  const queries = useQueryClient();
  const key = JSON.stringify([project, filter]);
  const former = queries.getQueryData<InteractionList>(listKey(project));
  const [list, setList] = useState(former?.key === key ? former : undefined);
  const [reloads, setReloads] = useState(0);
  const [isLoading, setLoading] = useState(list === undefined);
  const handled = useRef({ key: list?.key, reloads: 0 });

  const create = useCallback((): InteractionList => {
    const readAt = Date.now();
    const query = toApiFilter((JSON.parse(key) as [string, InteractionSearch])[1], readAt);
    // Through the cache of queries, so that an ended session leads to the sign-in view.
    const rows = new PagedRows((cursor, signal) =>
      queries.fetchQuery({
        queryKey: [...listKey(project), 'page', query, cursor],
        queryFn: () => readInteractions(project, query, cursor, signal),
        gcTime: 0,
        staleTime: 0,
      }),
    );
    return { key, rows, readAt, offset: 0 };
  }, [key, project, queries]);

  useEffect(() => {
    if (handled.current.key === key && handled.current.reloads === reloads) return;
    const next = create();
    setLoading(true);
    const stop = next.rows.subscribe(() => {
      stop();
      handled.current = { key, reloads };
      queries.setQueryData(listKey(project), next);
      setList(next);
      setLoading(false);
    });
    next.rows.show(0, 0);
    return stop;
  }, [create, key, reloads, project, queries]);

  return { list, isLoading, reload: useCallback(() => setReloads((count) => count + 1), []) };
}

/** Renders again when rows of the list arrive. */
export function useRows({ rows }: InteractionList): PagedRows<InteractionRow> {
  useSyncExternalStore(rows.subscribe, rows.version);
  return rows;
}
