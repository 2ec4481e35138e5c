import { randomUUID } from 'node:crypto';
import type { ProviderEvent } from '../model-provider.js';
import { providerFailed } from '../http/provider-errors.js';
import { CodePointGuard } from '../code-point-guard.js';

/** Limit of function calls of one choice. */
const MAX_TOOL_CALLS = 128;

/** What is read of a call, or of a piece of one. */
interface CallPiece {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
}

/** Reads the calls of functions of one choice, whole or piece by piece. */
export class ToolCallReader {
  readonly #calls: ToolCall[] = [];
  /** The latest call of each index that the server gives, or of a number of our own. */
  readonly #numbered = new Map<number, ToolCall>();
  #latest: ToolCall | undefined;

  constructor(private readonly index: number) {}

  get any(): boolean {
    return this.#calls.length > 0;
  }

  /** Reads the calls of an event or answer. @returns the length of their texts. @throws AppError `provider_failed` */
  take(given: unknown, events: ProviderEvent[]): number {
    if (!Array.isArray(given)) return 0;
    let length = 0;
    for (const one of given as unknown[]) {
      if (typeof one === 'object' && one !== null) length += this.#takeOne(one, events);
    }
    return length;
  }

  end(events: ProviderEvent[]): void {
    for (const call of this.#calls) this.#emit(call.position, call.end(), events);
  }

  #takeOne(piece: CallPiece, events: ProviderEvent[]): number {
    const { name, arguments: written } = piece.function ?? {};
    // Some servers send an object instead of text.
    const text = typeof written === 'object' && written !== null ? JSON.stringify(written) : written;
    const call = this.#known(piece, text) ?? this.#begin(piece, name, events);
    this.#latest = call;
    if (typeof text !== 'string') return 0;
    this.#emit(call.position, call.push(text), events);
    return text.length;
  }

  /** Servers without indexes send whole calls, or later pieces without id and name. Gemini gives all index 0. */
  #known({ index, id, function: called }: CallPiece, text: unknown): ToolCall | undefined {
    const name = called?.name;
    if (!Number.isInteger(index)) return typeof id === 'string' || typeof name === 'string' ? undefined : this.#latest;
    const call = this.#numbered.get(index as number);
    return call?.isFollowedBy(id, name, text) === true ? undefined : call;
  }

  #begin({ index, id }: CallPiece, name: unknown, events: ProviderEvent[]): ToolCall {
    if (typeof name !== 'string' || name === '') throw providerFailed('its answer has a tool call without a name');
    if (this.#calls.length >= MAX_TOOL_CALLS) throw providerFailed('its answer has too many tool calls');
    const position = this.#calls.length;
    // Tool results refer to the id of a call, so a missing id is generated.
    const given = typeof id === 'string' && id !== '' ? id : `call_${randomUUID()}`;
    const call = new ToolCall(position, given, name);
    this.#calls.push(call);
    this.#numbered.set(Number.isInteger(index) ? (index as number) : position, call);
    events.push({ type: 'tool_call', index: this.index, call: position, id: given, name, arguments: '' });
    return call;
  }

  #emit(call: number, text: string, events: ProviderEvent[]): void {
    if (text !== '') events.push({ type: 'tool_call', index: this.index, call, arguments: text });
  }
}

/** A call of a function, as far as it was read. */
class ToolCall {
  readonly #guard = new CodePointGuard();
  #written = '';

  /** @param position in its choice, counts from 0. */
  constructor(
    readonly position: number,
    private readonly id: string,
    private readonly name: string,
  ) {}

  /** Takes a piece of the arguments. @returns the complete text; half a surrogate pair waits for the next piece */
  push(text: string): string {
    this.#written += text;
    return this.#guard.push(text);
  }

  end(): string {
    return this.#guard.end();
  }

  /** Whether a piece under the number of this call, with this id, name and text of arguments, begins another one. */
  isFollowedBy(id: unknown, name: unknown, text: unknown): boolean {
    if (typeof name !== 'string' || name === '') return false;
    if (typeof id !== 'string' || id === '' || id === this.id) return false;
    // Servers with a new id on each piece (vLLM) end with an empty piece.
    const isEmpty = typeof text !== 'string' || text.trim() === '';
    if (isEmpty && name === this.name) return false;
    return this.#isWhole();
  }

  #isWhole(): boolean {
    // Avoids parsing at most pieces.
    if (!this.#written.trimEnd().endsWith('}')) return false;
    try {
      JSON.parse(this.#written);
      return true;
    } catch {
      return false;
    }
  }
}
