import type { StreamState } from '../api/event-stream.js';
import styles from './live-state.module.css';

const words: Readonly<Record<StreamState, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
};

/** Whether a view follows what happens. */
export function LiveState({ state }: { readonly state: StreamState }) {
  return (
    <span className={styles.state} role="status" aria-label="Live updates" data-state={state}>
      <span className={styles.dot} aria-hidden />
      {words[state]}
    </span>
  );
}
