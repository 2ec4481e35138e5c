import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client.js';
import { useMay } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { valueWords } from '../../ui/format.js';
import { ErrorNote } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { metricsQuery } from '../metrics/queries.js';
import { FeedbackForm } from './feedback-form.js';
import styles from './feedback.module.css';

/** Feedback on an interaction, and a form for more. */
export function FeedbackSection({
  project,
  interaction,
}: {
  readonly project: string;
  readonly interaction: Schemas['Interaction'];
}) {
  const mayAdd = useMay('feedback');
  const { data: metrics, error, refetch } = useQuery({ ...metricsQuery(project), enabled: mayAdd });
  const { feedback, completion_id: completion } = interaction;
  return (
    <section className={styles.section} aria-label="Feedback">
      <h2>Feedback</h2>
      {feedback.length === 0 && <p className={styles.none}>None yet.</p>}
      {feedback.length > 0 && (
        <ul className={styles.list}>
          {feedback.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {mayAdd && metrics !== undefined && metrics.length > 0 && (
        <FeedbackForm key={completion} project={project} completion={completion} metrics={metrics} />
      )}
      {metrics === undefined && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {mayAdd && metrics?.length === 0 && <p className={styles.none}>Create a metric to give feedback.</p>}
    </section>
  );
}

function Entry({ entry }: { readonly entry: Schemas['RecordedFeedback'] }) {
  return (
    <li className={styles.entry}>
      <span>{entry.metric}</span>
      <FeedbackValue value={entry.value} />
      {entry.reason !== null && <Badge tone="warn">{entry.reason}</Badge>}
      <span className={styles.age}>
        <Time iso={entry.created_at} />
      </span>
      {entry.details !== null && <p className={styles.details}>{entry.details}</p>}
    </li>
  );
}

/** A value of a metric: yes, no or a number. */
export function FeedbackValue({ value }: { readonly value: boolean | number }) {
  if (typeof value === 'number') return <strong className={styles.value}>{value}</strong>;
  return <Badge tone={value ? 'good' : 'bad'}>{valueWords(value)}</Badge>;
}
