import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { Badge } from '../../ui/badge.js';
import { ErrorNote } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { comparisonsQuery, resultOf } from './comparison-queries.js';
import styles from './feedback.module.css';

/** How an interaction did against others; nothing if it was never compared. */
export function ComparisonsSection({ project, completion }: { readonly project: string; readonly completion: string }) {
  const { data, error, refetch } = useQuery(comparisonsQuery(project, completion));
  if (data?.data.length === 0 || (data === undefined && error === null)) return null;
  return (
    <section className={styles.section} aria-label="Comparisons">
      <h2>Comparisons</h2>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      <ul className={styles.list}>
        {data?.data.map((comparison) => (
          <Entry key={comparison.id} {...{ project, completion, comparison }} />
        ))}
      </ul>
      {data !== undefined && data.next_cursor !== null && (
        <p className={styles.none}>The first {data.data.length} are shown.</p>
      )}
    </section>
  );
}

const tones = { won: 'good', lost: 'bad' } as const;

function Entry({
  project,
  completion,
  comparison,
}: {
  readonly project: string;
  readonly completion: string;
  readonly comparison: Schemas['Comparison'];
}) {
  const { preferred, other, metric, created_at } = comparison;
  const against = preferred.completion_id === completion ? other : preferred;
  const result = resultOf(comparison, completion);
  return (
    <li className={styles.entry}>
      <span>{metric}</span>
      <Badge tone={tones[result as keyof typeof tones] ?? 'neutral'}>{result}</Badge>
      <span>
        against{' '}
        <Link to="/$project/interactions/$completion" params={{ project, completion: against.completion_id }}>
          {against.model ?? 'another answer'}
        </Link>
      </span>
      <span className={styles.age}>
        <Time iso={created_at} />
      </span>
    </li>
  );
}
