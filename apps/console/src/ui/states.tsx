import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { messageOf } from '../api/error-message.js';
import { Button } from './button.js';
import styles from './states.module.css';

/** Shown in place of an empty list: what the list contains, and how to add the first entry. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** What went wrong, in the words of the interface, with a button to retry. Nothing for null and undefined. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  if (error === null || error === undefined) return null;
  return (
    <div className={styles.error} role="alert">
      <span>
        {messageOf(error)} {error instanceof ApiError && <span className={styles.code}>{error.code}</span>}
      </span>
      {onRetry !== undefined && <Button onPress={onRetry}>Retry</Button>}
    </div>
  );
}

/** A lasting problem in the words of a view: what it is, and what to do. */
export function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.error} role="alert">
      <span>{children}</span>
    </div>
  );
}

/** Grey bars in place of content that loads. */
export function Loading({ lines = 5, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) {
  return (
    <div className={styles.bars} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={styles.bar} />
      ))}
    </div>
  );
}
