import { Button } from '../../ui/button.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { letterOf } from '../playground/blind.js';
import { AnswerCard } from './answer-card.js';
import type { Interaction } from './answers.js';
import type { Decision } from './decision.js';
import { Prompt } from './prompt.js';
import styles from './item.module.css';

const choices = [
  { key: 'left', sign: '←', label: 'A is better', help: 'A, the left answer, is better', aria: 'ArrowLeft' },
  { key: 'up', sign: '↑', label: 'Both good', help: 'Both are good', aria: 'ArrowUp' },
  { key: 'down', sign: '↓', label: 'Both bad', help: 'Both are bad', aria: 'ArrowDown' },
  { key: 'right', sign: '→', label: 'B is better', help: 'B, the right answer, is better', aria: 'ArrowRight' },
] as const;

const decisions: Readonly<Record<(typeof choices)[number]['key'], Decision>> = {
  left: { kind: 'preferred', column: 0 },
  up: { kind: 'tied', tied: 'good' },
  down: { kind: 'tied', tied: 'bad' },
  right: { kind: 'preferred', column: 1 },
};

/** Props of {@link CompareItem} and of the item to rate. */
export interface ItemProps {
  readonly interactions: readonly Interaction[];
  readonly onDecide: (decision: Decision) => void;
}

/** Two answers to one prompt, side by side. */
export function CompareItem({ interactions, onDecide }: ItemProps) {
  const [first] = interactions;
  return (
    <>
      {first !== undefined && <Prompt interaction={first} />}
      <div className={styles.answers}>
        {interactions.map((interaction, column) => (
          <AnswerCard key={interaction.completion_id} letter={letterOf(column)} interaction={interaction} />
        ))}
      </div>
      <div className={styles.decisions} role="group" aria-label="Which is better?">
        {choices.map((choice) => (
          <ChoiceButton key={choice.key} choice={choice} onDecide={onDecide} />
        ))}
      </div>
    </>
  );
}

function ChoiceButton({
  choice: { key, sign, label, help, aria },
  onDecide,
}: {
  readonly choice: (typeof choices)[number];
  readonly onDecide: ItemProps['onDecide'];
}) {
  const decide = () => onDecide(decisions[key]);
  useShortcut(key, help, decide, { isDecision: true });
  return (
    <Button onPress={decide} aria-keyshortcuts={aria}>
      {label}
      <kbd aria-hidden>{sign}</kbd>
    </Button>
  );
}
