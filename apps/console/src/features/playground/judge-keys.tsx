import { useShortcut } from '../../ui/shortcuts.js';
import type { Conversation } from './use-conversation.js';
import type { Judging } from './use-judging.js';

/** Props of {@link JudgeKeys}. */
export interface JudgeKeysProps {
  readonly conversation: Conversation;
  readonly judging: Judging;
  readonly next: () => void;
}

/** The keys of the view outside of its fields. */
export function JudgeKeys({ conversation, judging, next }: JudgeKeysProps) {
  const columns = judging.open?.answers.length ?? 0;
  const press = (key: string) => () => void judging.press(key);
  const when = (isEnabled: boolean) => ({ isEnabled, isDecision: true });
  const ofTwo = when(columns === 2);
  useShortcut('left', 'Prefer the left answer', press('ArrowLeft'), ofTwo);
  useShortcut('right', 'Prefer the right answer', press('ArrowRight'), ofTwo);
  useShortcut('up', 'Both are good', press('ArrowUp'), ofTwo);
  useShortcut('down', 'Both are bad', press('ArrowDown'), ofTwo);
  useShortcut('1', columns === 1 ? 'Good' : 'A is best', press('1'), when(columns === 1 || columns > 2));
  useShortcut('2', columns === 1 ? 'Bad' : 'B is best', press('2'), when(columns === 1 || columns > 2));
  useShortcut('3', 'C is best', press('3'), when(columns > 2));
  useShortcut('4', 'D is best', press('4'), when(columns > 3));
  useShortcut('u', 'Undo the verdict', press('u'), when(judging.undoable !== null));
  useShortcut('n', 'Next: a new conversation', next, when(conversation.turns.length > 0));
  useShortcut('esc', 'Stop the answers', conversation.stop, { isEnabled: conversation.isRunning, inFields: true });
  return null;
}
