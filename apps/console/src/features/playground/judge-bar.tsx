import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { letterOf } from './blind.js';
import type { Verdict } from './judgement.js';
import styles from './judge-bar.module.css';

/** Props of {@link JudgeBar}. */
export interface JudgeBarProps {
  readonly columns: number;
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
const ofTwo: readonly Choice[] = [
  { key: '←', label: 'A is better', verdict: { kind: 'preferred', column: 0 } },
  ...tiesOf('Both'),
  { key: '→', label: 'B is better', verdict: { kind: 'preferred', column: 1 } },
];

/** The buttons of a verdict, each with its key. */
export function JudgeBar({ columns, isEnabled, metric, onDecide }: JudgeBarProps) {
  return (
    <div className={columns === 1 ? styles.thumbs : styles.bar} role="group" aria-label={`Judge by ${metric}`}>
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

function choicesOf(columns: number): readonly Choice[] {
  if (columns === 2) return ofTwo;
  if (columns === 1)
    return [
      { key: '1', label: 'Yes', verdict: { kind: 'rated', value: true } },
      { key: '2', label: 'No', verdict: { kind: 'rated', value: false } },
    ];
  const best = Array.from({ length: columns }, (_, column): Choice => ({
    key: String(column + 1),
    label: `${letterOf(column)} is best`,
    verdict: { kind: 'preferred', column },
  }));
  return [...best, ...tiesOf('All')];
}
