import { useShortcut } from '../../ui/shortcuts.js';
import type { Conversation } from './use-conversation.js';
import type { Judging } from './use-judging.js';

/** Props of {@link JudgeKeys}. */
export interface JudgeKeysProps {
  readonly conversation: Conversation;
  readonly judging: Judging;
  readonly next: () => void;
  readonly focusComposer: () => void;
}

/** The keys of the view outside of its fields. */
export function JudgeKeys({ conversation, judging, next, focusComposer }: JudgeKeysProps) {
  const { columns } = judging;
  const count = columns.length;
  const press = (key: string) => () => void judging.press(key);
  const when = (isEnabled: boolean) => ({ isEnabled, isDecision: true });
  const ofTwo = when(count === 2);
  const ofSeveral = when(count > 1);
  const [good, bad] = count > 2 ? ['All are good', 'All are bad'] : ['Both are good', 'Both are bad'];
  useShortcut('left', 'Prefer the left answer', press('ArrowLeft'), ofTwo);
  useShortcut('right', 'Prefer the right answer', press('ArrowRight'), ofTwo);
  useShortcut('up', good, press('ArrowUp'), ofSeveral);
  useShortcut('down', bad, press('ArrowDown'), ofSeveral);
  const ofOne = when(count === 1);
  useShortcut('1', 'Yes', press('1'), ofOne);
  useShortcut('0', 'No', press('0'), ofOne);
  const isDigit = (column: number) => when(count > 2 && columns.includes(column));
  useShortcut('1', 'A is best', press('1'), isDigit(0));
  useShortcut('2', 'B is best', press('2'), isDigit(1));
  useShortcut('3', 'C is best', press('3'), isDigit(2));
  useShortcut('4', 'D is best', press('4'), isDigit(3));
  useShortcut('u', 'Undo the verdict', press('u'), when(judging.undoable !== null));
  useShortcut('enter', 'Write the next message', focusComposer, when(judging.undoable !== null));
  useShortcut('n', 'Next: a new conversation', next, when(conversation.turns.length > 0));
  useShortcut('esc', 'Stop the answers', conversation.stop, { isEnabled: conversation.isRunning, inFields: true });
  return null;
}
