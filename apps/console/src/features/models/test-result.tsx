import { Link } from '@tanstack/react-router';
import { formatDuration, formatNumber } from '../../ui/format.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { Facts } from '../resource/facts.js';
import styles from './models.module.css';
import { testTag, type TestOutput } from './test-run.js';

/** The answer of a test with its figures, or its error. */
export function TestResult({
  project,
  output,
  error,
  isPending,
}: {
  readonly project: string;
  readonly output: TestOutput | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
}) {
  if (isPending) return <Loading lines={3} label="Waiting for the answer" />;
  if (error !== null) return <ErrorNote error={error} />;
  if (output === undefined) return null;
  const { record } = output;
  return (
    <div className={styles.result} role="region" aria-label="Answer">
      <p className={styles.answer}>{output.text === '' ? <em>No text</em> : output.text}</p>
      <Facts facts={factsOf(output)} />
      {record !== null && (
        <p className={styles.note}>
          Recorded with the tag <code>{testTag}</code>:{' '}
          <Link to="/$project/interactions/$completion" params={{ project, completion: record.completion_id }}>
            open the interaction
          </Link>
        </p>
      )}
    </div>
  );
}

function factsOf({ totalMs, usage, finishReason, model, record }: TestOutput) {
  const firstTokenMs = record?.timings?.first_token_ms ?? null;
  return {
    'First token': firstTokenMs === null ? null : formatDuration(firstTokenMs),
    Total: formatDuration(totalMs),
    'Prompt tokens': formatNumber(usage.prompt_tokens),
    'Answer tokens': usage.completion_tokens === null ? null : formatNumber(usage.completion_tokens),
    Ended: finishReason,
    'Answered by': <code>{model}</code>,
  };
}
