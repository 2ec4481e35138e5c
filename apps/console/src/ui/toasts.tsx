import { useSyncExternalStore, type ReactNode } from 'react';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly content: ReactNode;
  readonly tone: 'neutral' | 'bad';
}

const shownMs = 6_000;
const maxToasts = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a short message for 6 s, for example the receipt of a write. */
export function showToast(content: ReactNode, tone: Toast['tone'] = 'neutral'): void {
  const id = (lastId += 1);
  change([...toasts, { id, content, tone }].slice(-maxToasts));
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), shownMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear; screen readers announce them. */
export function ToastRegion() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {shown.map(({ id, content, tone }) => (
        <div key={id} className={[styles.toast, tone === 'bad' && styles.bad].filter(Boolean).join(' ')}>
          {content}
        </div>
      ))}
    </div>
  );
}
