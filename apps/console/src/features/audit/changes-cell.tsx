import styles from './audit.module.css';
import { changesBetween, type FieldChange } from './diff.js';
import type { AuditEntry } from './queries.js';

/** What an entry changed. The fields of a created or deleted resource open on demand. */
export function ChangesCell({ entry }: { readonly entry: AuditEntry }) {
  const changes = changesBetween(entry.before, entry.after);
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
