import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { Wish } from './pool.js';

/** One of the answers that a model can make at the same time. */
export interface Slot {
  sequence: LlamaContextSequence;
  /** Whose tokens its cache holds. */
  sessionId: string | null;
}

/** Who asks for a slot, and what for. */
export interface SlotWish extends Wish {
  sessionId: string;
  prompt: Token[];
}

/**
 * Which of the idle slots, in the order of last use, serves a prompt best: the one that holds most of it, where that is at least
 * half; for less it is not worth overwriting what another session may come back for. Else the one that its session had last,
 * whose tokens nobody else needs, else the one unused for longest.
 */
export function bestSlot(idle: readonly Slot[], { sessionId, prompt }: SlotWish): number {
  const held = idle.map(({ sequence }) => sequence.compareContextTokens(prompt).firstDifferentIndex);
  const most = Math.max(...held);
  const isOwn = (slot: Slot) => slot.sessionId === sessionId;
  if (most * 2 >= prompt.length) {
    const own = idle.findIndex((slot, index) => held[index] === most && isOwn(slot));
    return own === -1 ? held.indexOf(most) : own;
  }
  return Math.max(0, idle.findLastIndex(isOwn));
}
