import { formatDuration, formatNumber } from '../../ui/format.js';
import type { Answer } from './answer.js';
import styles from './answer-view.module.css';

/** Tokens, time to first token and duration of an answer. */
export function AnswerFigures({ answer }: { readonly answer: Answer }) {
  const { usage, firstTokenMs, durationMs } = answer;
  const figures = [
    usage !== null && [
      'Tokens',
      `${formatNumber(usage.prompt_tokens)} in, ${formatNumber(usage.completion_tokens)} out`,
    ],
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
