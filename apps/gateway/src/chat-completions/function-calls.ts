import type { ToolCallPiece } from '@earshot/contracts-inference';
import type { ChatResponse } from '@earshot/dto-inference';

/** Calls of the caller's own functions, as a message has them. */
export type Calls = NonNullable<ChatResponse['choices'][number]['message']['tool_calls']>;

/** Puts the calls of a choice together from their pieces. */
export class FunctionCalls {
  readonly #calls: Calls = [];

  add(pieces: readonly ToolCallPiece[]): void {
    for (const { index, id = '', name = '', arguments: text } of pieces) {
      const known = this.#calls[index];
      if (known === undefined) this.#calls[index] = { id, type: 'function', function: { name, arguments: text } };
      else known.function.arguments += text;
    }
  }

  /** What a message says of them; nothing where there are none. */
  get field(): { tool_calls?: Calls } {
    return this.#calls.length === 0 ? {} : { tool_calls: this.#calls };
  }
}

/** Pieces of calls as an event of a stream has them, what is of one call together: some clients take each entry for a call of its own. */
export function toDeltas(pieces: readonly ToolCallPiece[]) {
  const calls = new Map<number, ToolCallPiece>();
  for (const piece of pieces) {
    const begun = calls.get(piece.index);
    calls.set(piece.index, begun === undefined ? piece : { ...begun, arguments: begun.arguments + piece.arguments });
  }
  return [...calls.values()].map(toDelta);
}

/** All that does not change is in the first piece of a call. */
function toDelta({ index, id, name, arguments: text }: ToolCallPiece) {
  if (id === undefined) return { index, function: { arguments: text } };
  return { index, id, type: 'function' as const, function: { name, arguments: text } };
}
