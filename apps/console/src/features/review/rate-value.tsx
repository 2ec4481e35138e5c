import { useRef } from 'react';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { useShortcut } from '../../ui/shortcuts.js';
import type { Metric } from '../metrics/queries.js';
import { withDigit, type RateDraft } from './rate-draft.js';
import styles from './item.module.css';

interface ValueProps {
  readonly metric: Metric;
  readonly draft: RateDraft;
  readonly change: (changes: Partial<RateDraft>) => void;
  readonly error: string | null;
}

/** Chooses yes or no. */
export function BoolValue({ metric, draft, change, error }: ValueProps) {
  // Thumbs would be the wrong way round for a metric such as "toxic".
  const hasThumbs = metric.scoring_type === 'higher_is_better';
  useShortcut('1', `Yes (${metric.name})`, () => change({ value: true }), { isDecision: true });
  useShortcut('0', `No (${metric.name})`, () => change({ value: false }), { isDecision: true });
  return (
    <div className={styles.value} role="group" aria-label={metric.name}>
      <div className={styles.toggles}>
        <Button aria-pressed={draft.value === true} aria-keyshortcuts="1" onPress={() => change({ value: true })}>
          {hasThumbs && <ThumbsUp aria-hidden />}
          Yes
          <kbd aria-hidden>1</kbd>
        </Button>
        <Button aria-pressed={draft.value === false} aria-keyshortcuts="0" onPress={() => change({ value: false })}>
          {hasThumbs && <ThumbsDown aria-hidden />}
          No
          <kbd aria-hidden>0</kbd>
        </Button>
      </div>
      {error !== null && (
        <p className={styles.failure} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Enters a number, by its digits from anywhere on the view. */
export function ScalarValue({ metric, draft, change, error, isWhole }: ValueProps & { readonly isWhole: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const enter = (digit: string) => change({ value: withDigit(draft.value, digit, isWhole) });
  useShortcut('0,1,2,3,4,5,6,7,8,9', 'Enter the value', enter, { isDecision: true });
  useShortcut('v', 'Go to the field of the value', () => frame.current?.querySelector('input')?.focus(), {
    isDecision: true,
  });
  return (
    <div ref={frame} className={styles.value}>
      <TextField
        label={`${metric.name} (v)`}
        type="number"
        value={String(draft.value)}
        onChange={(value) => change({ value })}
        error={error}
        hint={isWhole ? 'A digit key enters it' : 'Digit keys enter it'}
      />
    </div>
  );
}
