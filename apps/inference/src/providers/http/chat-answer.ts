import { AppError } from '@earshot/errors';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import { sumOfUsages } from '../usage.js';
import { EventQueue } from '../event-queue.js';
import { ChatCall, type ChatCallOptions } from './chat-call.js';
import type { ChoiceRange } from './http-call.js';

/**
 * The choices of one answer, usually of one request. A server that generates one choice a request, or rejects more,
 * gets one concurrent request for each missing choice, and later all at once.
 */
export class ChatAnswer {
  readonly queue = new EventQueue<ProviderEvent>(() => {
    for (const call of this.#calls) call.resume();
  });
  readonly #calls: ChatCall[] = [];
  readonly #usages: (ProviderUsage | null)[] = [];
  #running = 0;
  /** Choices to request after a first success: the circuit may be open, or the server may reject the request. */
  #postponed: number[] = [];
  #rejectedMany = false;
  #failed = false;

  constructor(
    private readonly count: number,
    private readonly options: ChatCallOptions,
  ) {}

  get events(): ProviderEvent[] {
    return this.queue.events;
  }

  /** Sends the requests to the server. Errors arrive with the batches of the queue. */
  start(): void {
    const { state } = this.options;
    if (this.count === 1 || !state.oneChoiceOnly) this.#request({ first: 0, count: this.count });
    else this.#requestSingly(indexes(this.count));
  }

  /** Ends the batches and the work on them. */
  cancel(): void {
    this.queue.cancel();
    for (const call of this.#calls) call.cancel();
  }

  notify(): void {
    if (this.queue.events.length > 0) this.queue.notify();
  }

  /** A call got the beginning of its answer, and is not retried any more. */
  begun(): void {
    for (const first of this.#postponed.splice(0)) this.#request({ first, count: 1 });
  }

  /** A call has ended. @param error why its answer is not complete. */
  done(call: ChatCall, error: unknown): void {
    this.#running -= 1;
    if (error === undefined) this.#take(call);
    else if (call.range.count > 1 && isRejection(error)) this.#retrySingly(call.range);
    else this.#fail(error);
    if (this.#running === 0 && !this.#failed) this.#end();
  }

  #take({ range, reader }: ChatCall): void {
    this.#usages.push(reader?.usage ?? null);
    if (this.#rejectedMany) this.options.state.oneChoiceOnly = true;
    const answered = reader?.answered ?? new Set<number>();
    if (answered.size === range.count) return;
    if (answered.size === 1) this.options.state.oneChoiceOnly = true;
    this.#requestSingly(indexes(range.count).filter((own) => !answered.has(own)));
  }

  /** The server may have rejected the number of choices: one single request decides. */
  #retrySingly({ count }: ChoiceRange): void {
    this.#rejectedMany = true;
    this.#requestSingly(indexes(count), 1);
  }

  /** @param atOnce requests to send before the first one has succeeded. */
  #requestSingly(choices: number[], atOnce = this.options.state.circuit.closed ? choices.length : 1): void {
    this.#postponed = choices.slice(atOnce);
    for (const first of choices.slice(0, atOnce)) this.#request({ first, count: 1 });
  }

  #request(range: ChoiceRange): void {
    if (this.#failed) return;
    const call = new ChatCall(range, this.options, this);
    this.#calls.push(call);
    this.#running += 1;
    call.start();
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.queue.fail(error);
    for (const call of this.#calls) call.cancel();
  }

  #end(): void {
    const usage = total(this.#usages);
    if (usage !== null) this.queue.events.push({ type: 'usage', usage });
    this.queue.end();
  }
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function isRejection(error: unknown): boolean {
  return error instanceof AppError && error.code === 'provider_rejected';
}

/** All of it together, the prompt once; null where a part is not known: usage is never estimated. */
function total(usages: readonly (ProviderUsage | null)[]): ProviderUsage | null {
  const known = usages.filter((usage) => usage !== null);
  const [first] = known;
  if (first === undefined || known.length < usages.length) return null;
  const { promptTokens, promptDetails } = first;
  return { ...sumOfUsages(known), promptTokens, ...(promptDetails && { promptDetails }) };
}
