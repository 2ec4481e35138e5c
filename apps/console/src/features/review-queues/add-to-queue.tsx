import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpenCheck } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Popover } from '../../ui/popover.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { showToast } from '../../ui/toasts.js';
import { useWrite } from '../resource/use-write.js';
import { addItem, queuesQuery, reviewKey, type Queue } from './queries.js';
import styles from './add-to-queue.module.css';

/** Props of {@link AddToQueue}. */
export interface AddToQueueProps {
  readonly project: string;
  /** One completion to rate, or two to compare. */
  readonly completions: readonly string[];
}

/** Adds an answer, or a pair of answers to one prompt, to a review queue. */
export function AddToQueue({ project, completions }: AddToQueueProps) {
  const [isOpen, setOpen] = useState(false);
  const mayAdd = useMay('manage');
  if (!mayAdd) return null;
  return (
    <Popover
      label="Add to a review queue"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button>
          <BookOpenCheck aria-hidden />
          Add to a queue
        </Button>
      }
    >
      <Queues project={project} completions={completions} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function Queues({ project, completions, onDone }: AddToQueueProps & { readonly onDone: () => void }) {
  const { data, error, refetch } = useQuery(queuesQuery(project));
  const write = useWrite<Queue, { readonly added: number }>({
    send: ({ key }, idempotencyKey) => addItem(project, key, completions, idempotencyKey),
    invalidates: reviewKey(project),
    onDone,
  });
  const add = (queue: Queue) =>
    write.mutate(queue, {
      onSuccess: ({ added }) =>
        showToast(added > 0 ? `Added to the queue ${queue.name}.` : `The queue ${queue.name} has it already.`),
    });
  if (data === undefined)
    return error === null ? (
      <Loading lines={2} label="Loading the queues" />
    ) : (
      <ErrorNote error={error} onRetry={() => void refetch()} />
    );
  const fitting = data.filter(({ kind }) => (kind === 'compare') === (completions.length === 2));
  return (
    <div className={styles.choices}>
      {fitting.map((queue) => (
        <Button key={queue.id} onPress={() => add(queue)} isDisabled={write.isPending}>
          {queue.name}
        </Button>
      ))}
      {fitting.length === 0 && (
        <p className={styles.quiet}>
          {completions.length === 2 ? 'No queue compares answers yet.' : 'No queue rates answers yet.'}
        </p>
      )}
      <Link to="/$project/review" params={{ project }} search={{ new: true }}>
        New queue
      </Link>
      <ErrorNote error={write.error} />
    </div>
  );
}
