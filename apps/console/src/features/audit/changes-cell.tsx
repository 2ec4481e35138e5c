import { statusWords } from '../campaigns/advice.js';
import styles from './audit.module.css';
import { changesBetween, type FieldChange } from './diff.js';
import type { AuditEntry } from './queries.js';

/** What an entry changed. The fields of a created or deleted resource open on demand. */
export function ChangesCell({ entry }: { readonly entry: AuditEntry }) {
  const changes = changesBetween(entry.before, entry.after).map((change) => inWords(entry, change));
  if (changes.length === 0) return null;
  if (entry.action === 'update') return <Fields changes={changes} />;
  return (
    <details className={styles.details}>
      <summary>
        {changes.length} {changes.length === 1 ? 'field' : 'fields'}
      </summary>
      <Fields changes={changes} />
    </details>
  );
}

/** A change with the status of a campaign in the words of the other views. */
function inWords({ resource }: AuditEntry, { field, before, after }: FieldChange): FieldChange {
  if (resource !== 'ab_campaign' || field !== 'status') return { field, before, after };
  const words = (status: string | null) => statusWords[status as keyof typeof statusWords]?.label ?? status;
  return { field, before: words(before), after: words(after) };
}

function Fields({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <dl className={styles.fields}>
      {changes.map(({ field, before, after }) => (
        <div key={field} className={styles.field}>
          <dt>{field}</dt>
          <dd>
            {before !== null && <del className={styles.before}>{before}</del>}
            {after !== null && <ins className={styles.after}>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
