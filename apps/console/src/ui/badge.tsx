import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A short status. The words say it, the colour only repeats it. */
export function Badge({
  children,
  tone = 'neutral',
}: {
  readonly children: ReactNode;
  readonly tone?: 'neutral' | 'good' | 'bad' | 'warn' | 'accent';
}) {
  return (
    <span className={[styles.badge, tone !== 'neutral' && styles[tone]].filter(Boolean).join(' ')}>{children}</span>
  );
}
