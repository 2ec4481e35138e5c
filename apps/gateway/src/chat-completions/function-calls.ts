import type { ToolCallPiece } from '@earshot/contracts-inference';
import type { ChatResponse } from '@earshot/dto-inference';

/** Calls of the caller's own functions, as a message has them. */
export type Calls = NonNullable<ChatResponse['choices'][number]['message']['tool_calls']>;

/** Puts the calls of a choice together from their pieces. */
export class FunctionCalls {
  readonly #calls: ToolCallPiece[] = [];

  add(pieces: readonly ToolCallPiece[]): void {
    join(this.#calls, pieces);
  }

  /** Fields of a message for its calls; none without calls. */
  get field(): { tool_calls?: Calls } {
    if (this.#calls.length === 0) return {};
    const tool_calls = this.#calls.map(({ id = '', name = '', arguments: text }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: text },
    }));
    return { tool_calls };
  }
}

/**
 * Converts pieces of calls for an event of a stream, with one entry for each call: some clients take each entry for a
 * call of its own.
 */
export function toDeltas(pieces: readonly ToolCallPiece[]) {
  const calls: ToolCallPiece[] = [];
  join(calls, pieces);
  // The array has holes: calls without a piece in this event.
  return Object.values(calls).map(toDelta);
}

/** Adds each piece to its call. Calls lie at their index. */
function join(calls: ToolCallPiece[], pieces: readonly ToolCallPiece[]): void {
  for (const piece of pieces) {
    const begun = calls[piece.index];
    calls[piece.index] = begun === undefined ? piece : { ...begun, arguments: begun.arguments + piece.arguments };
  }
}

/** Only the first piece of a call has its id, type and name. */
function toDelta({ index, id, name, arguments: text }: ToolCallPiece) {
  if (id === undefined) return { index, function: { arguments: text } };
  return { index, id, type: 'function' as const, function: { name, arguments: text } };
}
