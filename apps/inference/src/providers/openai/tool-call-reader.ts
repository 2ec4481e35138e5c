import { randomUUID } from 'node:crypto';
import type { ProviderEvent } from '../model-provider.js';
import { CodePointGuard } from '../code-point-guard.js';
import { MAX_TOOL_CALLS } from './limits.js';
import { providerFailed } from './upstream-errors.js';

/** What is read of a call, or of a piece of one. */
interface CallPiece {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
}

interface Call {
  /** In its choice, counts from 0. */
  readonly position: number;
  readonly guard: CodePointGuard;
}

/** Reads the calls of functions of one choice, whole or piece by piece. */
export class ToolCallReader {
  /** By the index that the server gives them, or a number of our own. */
  private readonly calls = new Map<number, Call>();
  private latest: Call | undefined;

  /** @param index of the choice in the answer. */
  constructor(private readonly index: number) {}

  /** Whether there are calls. */
  get any(): boolean {
    return this.calls.size > 0;
  }

  /** Takes the calls of one event or of a whole answer. @returns the length of their texts. @throws AppError `provider_failed` */
  take(given: unknown, events: ProviderEvent[]): number {
    if (!Array.isArray(given)) return 0;
    let length = 0;
    for (const one of given as unknown[]) {
      if (typeof one === 'object' && one !== null) length += this.takeOne(one, events);
    }
    return length;
  }

  /** The end of the answer. */
  end(events: ProviderEvent[]): void {
    for (const { position, guard } of this.calls.values()) this.say(position, guard.end(), events);
  }

  private takeOne(piece: CallPiece, events: ProviderEvent[]): number {
    const { name, arguments: written } = piece.function ?? {};
    // Some servers write the object itself.
    const text = typeof written === 'object' && written !== null ? JSON.stringify(written) : written;
    const call = this.known(piece) ?? this.begin(piece, name, events);
    this.latest = call;
    if (typeof text !== 'string') return 0;
    this.say(call.position, call.guard.push(text), events);
    return text.length;
  }

  /** Servers that number no calls send each whole, or its later pieces without an id and a name. */
  private known({ index, id, function: called }: CallPiece): Call | undefined {
    if (Number.isInteger(index)) return this.calls.get(index as number);
    return typeof id === 'string' || typeof called?.name === 'string' ? undefined : this.latest;
  }

  private begin({ index, id }: CallPiece, name: unknown, events: ProviderEvent[]): Call {
    if (typeof name !== 'string' || name === '') throw providerFailed('its answer has a call without a name');
    if (this.calls.size >= MAX_TOOL_CALLS) throw providerFailed('its answer has too many calls');
    const position = this.calls.size;
    const call = { position, guard: new CodePointGuard() };
    this.calls.set(Number.isInteger(index) ? (index as number) : position, call);
    // Answers name the call that they are to: where the server gives it no id, it gets one here.
    const given = typeof id === 'string' && id !== '' ? id : `call_${randomUUID()}`;
    events.push({ type: 'tool_call', index: this.index, call: position, id: given, name, arguments: '' });
    return call;
  }

  private say(call: number, text: string, events: ProviderEvent[]): void {
    if (text !== '') events.push({ type: 'tool_call', index: this.index, call, arguments: text });
  }
}
