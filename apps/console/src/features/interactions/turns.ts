import type { Schemas } from '../../api/client.js';

/** An interaction without its feedback. */
export type SessionEntry = Omit<Schemas['Interaction'], 'feedback'>;
type Message = Schemas['RecordedMessage'];

/** A turn of a session: one interaction, with only the messages that are new in it. */
export interface Turn {
  readonly interaction: SessionEntry;
  readonly messages: readonly Message[];
  /** Messages of former turns that the request repeated. */
  readonly repeated: number;
  /** From the end of the former turn to this one, in ms; null for the first turn, and for turns at the same time. */
  readonly pauseMs: number | null;
}

/** Joins the interactions of a session, oldest first, to one conversation. */
export function buildTurns(interactions: readonly SessionEntry[]): readonly Turn[] {
  return interactions.map((interaction, index) => {
    const former = interactions[index - 1];
    const repeated = former === undefined ? 0 : repeatedOf(interaction.messages, former);
    return {
      interaction,
      messages: interaction.messages.slice(repeated),
      repeated,
      pauseMs: former === undefined ? null : pauseBetween(former, interaction),
    };
  });
}

/** Counts the first messages that were in the former request, and its answer after them. */
function repeatedOf(messages: readonly Message[], former: SessionEntry): number {
  let count = 0;
  while (count < former.messages.length && isSame(messages[count], former.messages[count])) count += 1;
  // Another conversation in the same session starts over: all of its messages are new.
  if (count < former.messages.length) return 0;
  const next = messages[count];
  const isAnswer = next?.role === 'assistant' && (next.completion_id === former.completion_id || hasText(next, former));
  return isAnswer ? count + 1 : count;
}

function isSame(a: Message | undefined, b: Message | undefined): boolean {
  return a?.role === b?.role && JSON.stringify(a?.content) === JSON.stringify(b?.content);
}

function hasText({ content }: Message, { completion }: SessionEntry): boolean {
  return typeof content === 'string' && content.trim() === completion.trim();
}

function pauseBetween(former: SessionEntry, next: SessionEntry): number | null {
  const end = Date.parse(former.created_at) + (former.timings?.total_ms ?? 0);
  const pause = Date.parse(next.created_at) - end;
  return pause > 0 ? pause : null;
}
