import type { Interaction } from './answers.js';
import { Messages } from '../interactions/messages.js';
import styles from './item.module.css';

/** What was asked: the last message of the user, and what came before it on demand. */
export function Prompt({ interaction }: { readonly interaction: Interaction }) {
  const { system_prompt: system, messages } = interaction;
  const start = Math.max(
    0,
    messages.findLastIndex(({ role }) => role === 'user'),
  );
  return (
    <section className={styles.prompt} aria-label="Prompt">
      {system !== null && (
        <details className={styles.more}>
          <summary>System prompt</summary>
          <p>{system}</p>
        </details>
      )}
      {start > 0 && (
        <details className={styles.more}>
          <summary>{start === 1 ? '1 earlier message' : `${start} earlier messages`}</summary>
          <Messages messages={messages.slice(0, start)} />
        </details>
      )}
      <Messages messages={messages.slice(start)} />
    </section>
  );
}
