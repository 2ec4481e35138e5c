import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { countToday } from './day-count.js';
import type { Inbox } from './inbox.js';
import { queueQuery } from '../review-queues/queries.js';
import { reviewRequests } from './review-requests.js';
import { ReviewSession } from './review-session.js';

/** The session of a reviewer while a view shows it. */
export interface OpenSession {
  readonly session: ReviewSession;
  readonly inbox: Inbox;
  /** Reviews of today in this browser. */
  readonly today: number;
}

/** Opens a session on a queue; closes it with the view and with the page. */
export function useReviewSession(project: string, queue: string, reviewer: string): OpenSession {
  const queries = useQueryClient();
  const [today, setToday] = useState(() => countToday(queue, reviewer, 0));
  const session = useMemo(() => {
    const { queryKey } = queueQuery(project, queue);
    return new ReviewSession(reviewRequests(project, queue, reviewer), (reviews) => {
      setToday(countToday(queue, reviewer, reviews));
      void queries.invalidateQueries({ queryKey });
    });
  }, [queries, project, queue, reviewer]);
  useEffect(() => {
    session.open();
    const hide = () => session.close();
    // A page that comes back from the browser's cache goes on.
    const show = ({ persisted }: PageTransitionEvent) => persisted && session.open();
    window.addEventListener('pagehide', hide);
    window.addEventListener('pageshow', show);
    return () => {
      window.removeEventListener('pagehide', hide);
      window.removeEventListener('pageshow', show);
      session.close();
    };
  }, [session]);
  const inbox = useSyncExternalStore(session.subscribe, session.inbox);
  return { session, inbox, today };
}
