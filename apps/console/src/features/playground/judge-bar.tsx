import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { letterOf } from './blind.js';
import type { Verdict } from './judgement.js';
import styles from './judge-bar.module.css';

/** Props of {@link JudgeBar}. */
export interface JudgeBarProps {
  /** Columns that the verdict is about: those that failed are left out. */
  readonly columns: readonly number[];
  /** False until each answer has its first token. */
  readonly isEnabled: boolean;
  readonly metric: string;
  readonly onDecide: (verdict: Verdict) => void;
}

interface Choice {
  readonly key: string;
  readonly label: string;
  readonly verdict: Verdict;
}

const tiesOf = (all: string): readonly Choice[] => [
  { key: '↑', label: `${all} good`, verdict: { kind: 'tied', tied: 'good' } },
  { key: '↓', label: `${all} bad`, verdict: { kind: 'tied', tied: 'bad' } },
];

/** The buttons of a verdict, each with its key. */
export function JudgeBar({ columns, isEnabled, metric, onDecide }: JudgeBarProps) {
  return (
    <div className={columns.length === 1 ? styles.thumbs : styles.bar} role="group" aria-label={`Judge by ${metric}`}>
      {choicesOf(columns).map(({ key, label, verdict }) => (
        <Button
          key={key}
          isDisabled={!isEnabled}
          onPress={() => onDecide(verdict)}
          aria-keyshortcuts={ariaKeys[key] ?? key}
        >
          {verdict.kind === 'rated' && (verdict.value ? <ThumbsUp aria-hidden /> : <ThumbsDown aria-hidden />)}
          {label}
          <kbd aria-hidden>{key}</kbd>
        </Button>
      ))}
    </div>
  );
}

const ariaKeys: Readonly<Record<string, string>> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
};

function choicesOf(columns: readonly number[]): readonly Choice[] {
  const [left, right] = columns;
  if (left === undefined) return [];
  if (right === undefined)
    return [
      { key: '1', label: 'Yes', verdict: { kind: 'rated', value: true } },
      { key: '0', label: 'No', verdict: { kind: 'rated', value: false } },
    ];
  if (columns.length === 2)
    return [
      { key: '←', label: `${letterOf(left)} is better`, verdict: { kind: 'preferred', column: left } },
      ...tiesOf('Both'),
      { key: '→', label: `${letterOf(right)} is better`, verdict: { kind: 'preferred', column: right } },
    ];
  const best = columns.map((column): Choice => ({
    key: String(column + 1),
    label: `${letterOf(column)} is best`,
    verdict: { kind: 'preferred', column },
  }));
  return [...best, ...tiesOf('All')];
}
