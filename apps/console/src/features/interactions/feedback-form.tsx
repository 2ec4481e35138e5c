import { useRef, useState, type SubmitEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { ApiError } from '../../api/api-error.js';
import type { Schemas } from '../../api/client.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { ErrorNote } from '../../ui/states.js';
import { showToast } from '../../ui/toasts.js';
import { newId } from '../resource/new-id.js';
import { addFeedback, interactionQuery, type NewFeedback } from './queries.js';
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
  const metric = metrics.find(({ key }) => key === metricKey) ?? metrics[0];
  const write = useAddFeedback(project, completion, () => {
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
      {fieldError !== 'details' && <ErrorNote error={write.error} />}
    </div>
  );
}

/** Writes feedback. A repetition of a failed write has its key, so it counts once. */
function useAddFeedback(project: string, completion: string, onDone: () => void) {
  const queries = useQueryClient();
  const attempt = useRef<{ body: string; key: string }>(undefined);
  return useMutation({
    mutationFn: (body: NewFeedback) => {
      const text = JSON.stringify(body);
      if (attempt.current?.body !== text) attempt.current = { body: text, key: newId() };
      return addFeedback(project, body, attempt.current.key);
    },
    onSuccess: async () => {
      attempt.current = undefined;
      onDone();
      showToast('Feedback recorded.');
      await queries.invalidateQueries({ queryKey: interactionQuery(project, completion).queryKey });
    },
  });
}

interface ValueProps {
  readonly isPending: boolean;
  readonly onSend: (value: boolean | number) => void;
}

function YesNo({ isPending, onSend }: ValueProps) {
  useShortcut('y', 'Give the feedback yes', () => onSend(true), { isEnabled: !isPending, isDecision: true });
  useShortcut('n', 'Give the feedback no', () => onSend(false), { isEnabled: !isPending, isDecision: true });
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
        <kbd>y</kbd> <kbd>n</kbd>
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
