import { useSyncExternalStore } from 'react';
import type { Conversations, ConversationStore } from './conversation-store.js';

/** The conversation and what can be done with it. */
export interface Conversation
  extends Conversations, Pick<ConversationStore, 'ask' | 'retry' | 'stop' | 'open' | 'judge'> {}

/** Renders again when the conversation changes. */
export function useConversation(store: ConversationStore): Conversation {
  const current = useSyncExternalStore(store.subscribe, store.current);
  const { ask, retry, stop, open, judge } = store;
  return { ...current, ask, retry, stop, open, judge };
}
