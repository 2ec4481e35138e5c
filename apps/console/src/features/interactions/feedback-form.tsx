import { useState, type SubmitEvent } from 'react';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { ApiError } from '../../api/api-error.js';
import type { Schemas } from '../../api/client.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { valueWords } from '../../ui/format.js';
import { Select } from '../../ui/select.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { ErrorNote } from '../../ui/states.js';
import { useAddFeedback, useUndoFeedback, type GivenFeedback } from './feedback-writes.js';
import styles from './feedback.module.css';

const reasons = ['Toxicity', 'Factuality', 'Style', 'WrongAnswer'] as const;
const noReason = '';

interface FeedbackFormProps {
  readonly project: string;
  readonly completion: string;
  readonly metrics: readonly Schemas['Metric'][];
}

/** Records a value under a metric: two buttons for yes and no, a field for a number. */
export function FeedbackForm({ project, completion, metrics }: FeedbackFormProps) {
  const [metricKey, setMetric] = useState(metrics[0]?.key ?? '');
  const [reason, setReason] = useState<string>(noReason);
  const [details, setDetails] = useState('');
  const [given, setGiven] = useState<GivenFeedback | null>(null);
  const metric = metrics.find(({ key }) => key === metricKey) ?? metrics[0];
  const write = useAddFeedback(project, completion, (recorded) => {
    setGiven(recorded);
    setReason(noReason);
    setDetails('');
  });
  if (metric === undefined) return null;
  const send = (value: boolean | number) =>
    write.mutate({
      completion_id: completion,
      metric: metric.key,
      value,
      reason: reasons.find((known) => known === reason) ?? null,
      details: details.trim() === '' ? null : details,
    });
  const fieldError = write.error instanceof ApiError ? write.error.param : null;
  return (
    <div className={styles.form}>
      <div className={styles.fields}>
        <Select
          label="Metric"
          options={metrics.map(({ key, name }) => ({ id: key, label: name }))}
          value={metric.key}
          onChange={setMetric}
        />
        <Select
          label="Reason"
          options={[{ id: noReason, label: 'None' }, ...reasons.map((id) => ({ id, label: id }))]}
          value={reason}
          onChange={setReason}
        />
      </div>
      <TextField
        label="Details"
        value={details}
        onChange={setDetails}
        multiline
        error={fieldError === 'details' ? write.error?.message : null}
      />
      {metric.kind === 'bool' ? (
        <YesNo isPending={write.isPending} onSend={send} />
      ) : (
        <ScalarValue isPending={write.isPending} onSend={send} />
      )}
      {given !== null && <Given key={given.id} {...{ project, completion, given }} onUndone={() => setGiven(null)} />}
      {fieldError !== 'details' && <ErrorNote error={write.error} />}
    </div>
  );
}

/** What was recorded last, with the way back: its deletion. */
function Given({
  project,
  completion,
  given,
  onUndone,
}: Pick<FeedbackFormProps, 'project' | 'completion'> & {
  readonly given: GivenFeedback;
  readonly onUndone: () => void;
}) {
  const undo = useUndoFeedback(project, completion, onUndone);
  const press = () => undo.mutate(given);
  useShortcut('u', 'Undo the feedback', press, { isEnabled: !undo.isPending, isDecision: true });
  return (
    <>
      <div className={styles.given} role="status">
        Recorded {given.metric}: {valueWords(given.value)}.
        <Button variant="plain" onPress={press} isPending={undo.isPending} aria-keyshortcuts="u">
          Undo <kbd aria-hidden>u</kbd>
        </Button>
      </div>
      <ErrorNote error={undo.error} />
    </>
  );
}

interface ValueProps {
  readonly isPending: boolean;
  readonly onSend: (value: boolean | number) => void;
}

function YesNo({ isPending, onSend }: ValueProps) {
  useShortcut('1', 'Give the feedback yes', () => onSend(true), { isEnabled: !isPending, isDecision: true });
  useShortcut('0', 'Give the feedback no', () => onSend(false), { isEnabled: !isPending, isDecision: true });
  return (
    <div className={styles.buttons}>
      <Button isDisabled={isPending} onPress={() => onSend(true)}>
        <ThumbsUp aria-hidden />
        Yes
      </Button>
      <Button isDisabled={isPending} onPress={() => onSend(false)}>
        <ThumbsDown aria-hidden />
        No
      </Button>
      <span className={styles.keys}>
        <kbd>1</kbd> <kbd>0</kbd>
      </span>
    </div>
  );
}

function ScalarValue({ isPending, onSend }: ValueProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const value = Number(text);
    const isValid = text.trim() !== '' && Number.isFinite(value);
    setError(isValid ? null : 'A number is needed.');
    if (isValid) onSend(value);
  };
  return (
    <form className={styles.scalar} onSubmit={submit} noValidate>
      <TextField label="Value" type="number" value={text} onChange={setText} error={error} />
      <Button type="submit" isPending={isPending}>
        Record
      </Button>
    </form>
  );
}
