import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/session.js';
import { Problem } from '../../ui/states.js';
import { parseSearch } from '../interactions/filter.js';
import type { Queue } from '../review-queues/queries.js';

/** Props of {@link FillNote}. */
export interface FillNoteProps {
  readonly project: string;
  readonly queue: Queue;
}

/** Why the source of a queue cannot be read, and what to do. Nothing while it can be read. */
export function FillNote({ project, queue }: FillNoteProps) {
  const mayManage = useMay('manage');
  if (queue.fill_error == null) return null;
  return (
    <Problem>
      This queue gets no new items, because its source cannot be read. {queue.fill_error}{' '}
      {mayManage ? (
        <Remedy project={project} queue={queue} />
      ) : (
        'Ask someone who manages the project to choose another source.'
      )}{' '}
      Its items stay.
    </Problem>
  );
}

/** A filter alone cannot be edited in the form of a queue: it comes from the list of interactions. */
function Remedy({ project, queue: { key, source } }: FillNoteProps): ReactNode {
  if (source !== null && 'filter' in source && !('models' in source) && source.replay === undefined)
    return (
      <>
        Change its filter in{' '}
        <Link to="/$project/interactions" params={{ project }} search={parseSearch(source.filter)}>
          Interactions
        </Link>{' '}
        and choose “Review these” for a new queue.
      </>
    );
  return (
    <>
      <Link to="/$project/review" params={{ project }} search={{ edit: key }}>
        Choose another source
      </Link>
      .
    </>
  );
}
