import { formatDuration, formatNumber } from '../../ui/format.js';
import type { Answer } from './answer.js';
import styles from './answer-view.module.css';

/** Tokens, time to first token and duration of an answer. */
export function AnswerFigures({ answer }: { readonly answer: Answer }) {
  const { usage, firstTokenMs, durationMs } = answer;
  const figures = [
    usage !== null && ['Prompt', `${formatNumber(usage.prompt_tokens)} tokens`],
    usage !== null && ['Answer', `${formatNumber(usage.completion_tokens)} tokens`],
    firstTokenMs !== null && ['First token', formatDuration(firstTokenMs)],
    durationMs !== null && ['Total', formatDuration(durationMs)],
  ].filter((figure) => figure !== false) as [string, string][];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
