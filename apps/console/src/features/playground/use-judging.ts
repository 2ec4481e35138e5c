import { useBlocker } from '@tanstack/react-router';
import { messageOf } from '../../api/error-message.js';
import { showToast } from '../../ui/toasts.js';
import { isJudgeable, isLeftOut } from './answer.js';
import { hasChoice, judgedColumns, type Judgement, type Turn } from './conversation.js';
import { newId } from '../resource/new-id.js';
import { retried } from '../resource/retrying.js';
import { verdictOfKey, type Verdict } from './judgement.js';
import type { Conversation } from './use-conversation.js';
import { removeJudgement, storeJudgement, type JudgementTarget } from './writes.js';

/** What can be decided about the last turn now. */
export interface Judging {
  /** The last turn, if a verdict is due and possible. */
  readonly open: Turn | null;
  /** Columns that a verdict is about now; empty if none is due or possible. */
  readonly columns: readonly number[];
  /** The last turn, if its verdict is stored and can be removed. */
  readonly undoable: Turn | null;
  readonly decide: (verdict: Verdict) => void;
  readonly retry: (turn: Turn) => void;
  readonly undo: () => void;
  /** Decides or undoes by a key; returns whether the key did anything. */
  readonly press: (key: string) => boolean;
}

/** Asks before the page is closed while a verdict is not stored yet. */
export function useUnloadGuard({ turns }: Conversation): void {
  const isStoring = turns.some(({ judgement }) => judgement?.stored === null && judgement.error === null);
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: isStoring });
}

/** Judges the last turn of a conversation. `metric` is null while judging is not possible at all. */
export function useJudging(conversation: Conversation, target: JudgementTarget, metric: string | null): Judging {
  const last = conversation.turns.at(-1) ?? null;
  const open = metric !== null && last !== null && isOpen(last) ? last : null;
  const columns = open === null ? [] : judgedColumns(open);
  const undoable = last !== null && (last.judgement?.stored ?? null) !== null ? last : null;
  const store = (turn: Turn, judgement: Judgement) => void storeAndShow(conversation, target, turn, judgement);
  const decide = (verdict: Verdict) => {
    if (open !== null && metric !== null)
      store(open, { id: newId(), verdict, columns, metric, stored: null, error: null });
  };
  const undo = () => {
    if (undoable !== null) void undoAndShow(conversation, target.project, undoable);
  };
  return {
    open,
    columns,
    undoable,
    decide,
    retry: (turn) => turn.judgement !== null && store(turn, { ...turn.judgement, error: null }),
    undo,
    press: (key) => {
      if (key === 'u' && undoable !== null) {
        undo();
        return true;
      }
      const verdict = verdictOfKey(key, columns);
      if (verdict !== null) decide(verdict);
      return verdict !== null;
    },
  };
}

function isOpen(turn: Turn): boolean {
  const isReady = turn.answers.every((answer) => isLeftOut(answer) || isJudgeable(answer));
  return turn.isRecorded && turn.judgement === null && hasChoice(turn) && isReady;
}

async function storeAndShow(
  { judge }: Conversation,
  target: JudgementTarget,
  turn: Turn,
  judgement: Judgement,
): Promise<void> {
  judge(turn.id, judgement);
  try {
    // Goes on when the view is left; its attempts have the same keys.
    const stored = await retried((signal) => storeJudgement(target, turn, judgement, signal));
    judge(turn.id, { ...judgement, stored });
  } catch (error) {
    judge(turn.id, { ...judgement, error: error as Error });
  }
}

async function undoAndShow({ judge }: Conversation, project: string, { id, judgement }: Turn): Promise<void> {
  if (judgement === null) return;
  judge(id, { ...judgement, stored: null });
  try {
    await removeJudgement(project, judgement);
    judge(id, null);
  } catch (error) {
    judge(id, judgement);
    showToast(`Not undone. ${messageOf(error)}`, 'bad');
  }
}
