import { useCallback, useEffect, useState } from 'react';
import type { StreamState } from '../../api/event-stream.js';
import { useProjectEvents } from '../../api/project-events.js';
import { useThrottled } from '../../ui/use-throttled.js';
import { toApiFilter, type InteractionSearch } from './filter.js';
import { readInteractions } from './queries.js';
import type { InteractionList } from './use-interactions.js';

/** Wait after an event before the list is asked, so that a busy project costs one read in this time. */
const settleMs = 2_000;
/** Time between reads while the stream of events is not connected. */
const pollMs = 20_000;
/** Entries of the first page that may share the time of the newest. */
const comparedRows = 100;

/** What {@link useNewCount} returns. */
export interface NewCount {
  /** At most 100, which means that many or more. */
  readonly count: number;
  readonly live: StreamState;
}

/** Counts entries that match the filter and are newer than the list on screen. */
export function useNewCount(project: string, filter: InteractionSearch, list: InteractionList | undefined): NewCount {
  const [{ of, count }, setCount] = useState<{ of: InteractionList | undefined; count: number }>({
    of: undefined,
    count: 0,
  });
  const isFixed = filter.range === undefined && filter.created_before !== undefined;

  const check = useCallback(async () => {
    if (list === undefined || isFixed) return;
    const newest = list.rows.rowAt(0)?.createdAt ?? new Date(list.readAt).toISOString();
    const query = { ...toApiFilter(filter, Date.now()), created_after: newest };
    const { rows } = await readInteractions(project, query, undefined, undefined);
    const known = new Set(Array.from({ length: comparedRows }, (_, index) => list.rows.rowAt(index)?.id));
    setCount({ of: list, count: rows.filter(({ id }) => !known.has(id)).length });
  }, [project, filter, list, isFixed]);

  // A failed check is repeated with the next event or poll.
  const schedule = useThrottled(() => void check().catch(() => undefined), settleMs);
  const live = useProjectEvents(project, {
    onEvent: ({ type }) => {
      if (type === 'interaction') schedule();
    },
    onReconnect: schedule,
  });
  useEffect(() => {
    if (live === 'live') return;
    const poll = setInterval(schedule, pollMs);
    return () => clearInterval(poll);
  }, [live, schedule]);
  return { count: of === list ? count : 0, live };
}
