import { Badge } from '../../ui/badge.js';
import { Markdown } from '../../ui/markdown.js';
import { Calls } from '../interactions/messages.js';
import type { Interaction } from './answers.js';
import styles from './item.module.css';

/** An answer without the name of its model. */
export function AnswerCard({
  letter,
  interaction,
}: {
  readonly letter: string | null;
  readonly interaction: Interaction;
}) {
  const { completion, tool_calls: calls, error, finish_reason: reason } = interaction;
  return (
    <section className={styles.answer} aria-label={letter === null ? 'Answer' : `Answer ${letter}`}>
      {(letter !== null || (reason !== null && reason !== 'stop')) && (
        <header className={styles.answerHeader}>
          {letter !== null && <span className={styles.letter}>{letter}</span>}
          {reason !== null && reason !== 'stop' && <Badge tone="warn">Ended: {reason.replace('_', ' ')}</Badge>}
        </header>
      )}
      {completion !== '' && <Markdown text={completion} />}
      <Calls calls={calls} />
      {error !== null && <p className={styles.failure}>{error.message}</p>}
      {completion === '' && error === null && calls === undefined && <p className={styles.quiet}>No text</p>}
    </section>
  );
}
