import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { summaryQuery, type Metric } from '../metrics/queries.js';
import { AnswerCard } from './answer-card.js';
import type { ItemProps } from './compare-item.js';
import { reasonAfter, reasons, type Reason } from './decision.js';
import { Prompt } from './prompt.js';
import { emptyDraft, isByDigits, ratedBy, valueProblem, type RateDraft } from './rate-draft.js';
import { BoolValue, ScalarValue } from './rate-value.js';
import styles from './item.module.css';

const noReason = 'none';

/** Props of {@link RateItem}. */
export interface RateItemProps extends ItemProps {
  readonly project: string;
  readonly metric: Metric;
}

/** One answer with its conversation, and the value that it gets. */
export function RateItem({ project, metric, interactions, onDecide }: RateItemProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [isChecked, setChecked] = useState(false);
  const change = (changes: Partial<RateDraft>) => setDraft((old) => ({ ...old, ...changes }));
  const { data: summary } = useQuery(summaryQuery(project, metric.key, undefined));
  const save = () => {
    const decision = ratedBy(draft);
    setChecked(true);
    if (decision !== null) onDecide(decision);
  };
  useShortcut('enter', 'Save the value', save, { isDecision: true });
  useShortcut('mod+enter', 'Save the value from a field', save, { inFields: true });
  const [interaction] = interactions;
  if (interaction === undefined) return null;
  const error = isChecked ? valueProblem(draft) : null;
  return (
    <>
      <Prompt interaction={interaction} />
      <AnswerCard letter={null} interaction={interaction} />
      <form
        className={styles.rating}
        aria-label={metric.name}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        noValidate
      >
        {metric.kind === 'bool' ? (
          <BoolValue {...{ metric, draft, change, error }} />
        ) : (
          <ScalarValue
            {...{ metric, draft, change, error }}
            isWhole={isByDigits(summary ?? { min: null, max: null })}
          />
        )}
        <WhyFields draft={draft} change={change} />
        <Button type="submit" variant="primary">
          Save <kbd aria-hidden>Enter</kbd>
        </Button>
      </form>
    </>
  );
}

function WhyFields({
  draft,
  change,
}: {
  readonly draft: RateDraft;
  readonly change: (changes: Partial<RateDraft>) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  useShortcut('r', 'Change the reason', () => change({ reason: reasonAfter(draft.reason) }), { isDecision: true });
  useShortcut('d', 'Write details', () => frame.current?.querySelector('textarea')?.focus(), { isDecision: true });
  return (
    <div
      ref={frame}
      className={styles.why}
      onKeyDown={({ key, target }) => {
        // Back to the keys of the view, with what was typed.
        if (key === 'Escape') (target as HTMLElement).blur();
      }}
    >
      <span className="visually-hidden" role="status">
        {draft.reason !== null && `Reason: ${draft.reason}`}
      </span>
      <Select
        label="Reason (r)"
        options={[{ id: noReason, label: 'None' }, ...reasons.map((id) => ({ id, label: id }))]}
        value={draft.reason ?? noReason}
        onChange={(id) => change({ reason: id === noReason ? null : (id as Reason) })}
      />
      <TextField
        label="Details (d)"
        value={draft.details}
        onChange={(details) => change({ details })}
        hint="Escape leaves the field"
        multiline
      />
    </div>
  );
}
