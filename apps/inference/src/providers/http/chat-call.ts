import type { ProviderEvent } from '../model-provider.js';
import { Attempts, type RetrySettings, type TargetState } from './attempts.js';
import type { ChatAnswer } from './chat-answer.js';
import { type ChatReader, type ChoiceRange, HttpCall, type Sink } from './http-call.js';
import { providerSilent } from './provider-errors.js';

/** How a request for choices is sent. */
export interface ChatCallOptions {
  readonly state: TargetState;
  readonly retries: RetrySettings;
  readonly retryUntil: number | undefined;
  /** How long to wait, in ms, until the server begins to answer. */
  readonly beginTimeoutMs: number;
  readerOf(contentType: string, range: ChoiceRange): ChatReader;
  /** Sends one attempt. @throws AppError `queue_full`, `base_url_invalid` */
  send(
    range: ChoiceRange,
    sink: Sink<ProviderEvent>,
    readerOf: (contentType: string) => ChatReader,
  ): HttpCall<ProviderEvent>;
}

/** A request for some choices, sent again where that may help until the server begins to answer. */
export class ChatCall implements Sink<ProviderEvent> {
  /** Reader of the latest attempt; null until its response starts. */
  reader: ChatReader | null = null;
  readonly #attempts: Attempts;
  #call: HttpCall<ProviderEvent> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #begun = false;

  constructor(
    readonly range: ChoiceRange,
    private readonly options: ChatCallOptions,
    private readonly owner: ChatAnswer,
  ) {
    this.#attempts = new Attempts(options.state, options.retries, options.retryUntil);
  }

  get events(): ProviderEvent[] {
    return this.owner.events;
  }

  /** Sends the request; the owner gets every failure, also synchronously. */
  start(): void {
    try {
      this.#attempts.begin();
    } catch (error) {
      this.owner.done(this, error);
      return;
    }
    this.#timer = setTimeout(() => this.#giveUp(), this.options.beginTimeoutMs);
    try {
      const readerOf = (type: string) => (this.reader = this.options.readerOf(type, this.range));
      this.#call = this.options.send(this.range, this, readerOf);
    } catch (error) {
      this.fail(error);
    }
  }

  /** The owner's consumer has taken the waiting events. */
  resume(): void {
    this.#call?.resume();
  }

  /** Gives it up; the owner hears no more. */
  cancel(): void {
    clearTimeout(this.#timer);
    if (!this.#begun && this.#call !== null) this.#attempts.abandoned();
    this.#begun = true;
    this.#call?.cancel();
  }

  notify(): void {
    this.#begin();
    this.owner.notify();
  }

  end(): void {
    this.#begin();
    this.owner.done(this, undefined);
  }

  fail(error: unknown): void {
    clearTimeout(this.#timer);
    this.#call = null;
    const waitMs = this.#begun ? null : this.#attempts.failed(error);
    if (waitMs === null) this.owner.done(this, error);
    else this.#timer = setTimeout(() => this.start(), waitMs);
  }

  #begin(): void {
    if (this.#begun || this.reader?.begun !== true) return;
    this.#begun = true;
    clearTimeout(this.#timer);
    this.#attempts.succeeded();
    this.owner.begun();
  }

  #giveUp(): void {
    this.#call?.cancel();
    this.fail(providerSilent());
  }
}
