import { type Dispatcher, errors } from 'undici';
import { isAddressRejected } from '../../outgoing/guarded-connector.js';
import { maxPreludes } from '../../outgoing/guarded-http.js';
import type { ConnectionSlot } from './connection-slots.js';
import { readBudget } from './read-budget.js';
import { ErrorReader } from './response-bodies.js';
import {
  connectionClosed,
  providerFailed,
  providerNotAllowed,
  providerSilent,
  providerUnreachable,
} from './provider-errors.js';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';

/** Waiting events that trigger TCP backpressure. */
export const MAX_WAITING_EVENTS = 256;

/** Waiting bytes of one response that trigger TCP backpressure. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Turns the bytes of a response's body into events. */
export interface AnswerReader<Event> {
  /** True once there is output: it cannot be taken back. */
  readonly begun: boolean;
  /** True once the answer is complete; later bytes are ignored. */
  readonly complete: boolean;
  /** Reads bytes and appends their events. @throws AppError */
  read(bytes: Buffer, events: Event[]): void;
  /** The body has ended. @throws AppError when the answer is not whole */
  end(events: Event[]): void;
}

/** Consumer of the events of one request; an EventQueue is one. */
export interface Sink<Event> {
  /** Where events are appended; a new array once these were taken. */
  readonly events: Event[];
  notify(): void;
  /** The answer is complete. */
  end(): void;
  /** There will be no (complete) answer. */
  fail(error: unknown): void;
}

type Headers = Record<string, string | string[] | undefined>;
type Controller = Dispatcher.DispatchController;

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/**
 * Handles one request by undici's callbacks: chunks are parsed on arrival, without a promise each, and those that
 * arrive together are one batch. The sink gets exactly one end, unless the call is cancelled before.
 */
export class HttpCall<Event> implements Dispatcher.DispatchHandler {
  #controller: Controller | null = null;
  #settled = false;
  #preludes = 0;
  #reader: AnswerReader<Event> | null = null;
  #errorReader: ErrorReader | null = null;
  /** Read since the consumer last took everything. */
  #waitingBytes = 0;
  /** Whether the limit of waiting events or bytes is reached. */
  #isFull = false;
  /** Whether this turn of the event loop may read no more. */
  #isOverTurn = false;

  /** @param server its host and port, and the API key, which is redacted from errors. */
  constructor(
    private readonly sink: Sink<Event>,
    private readonly slot: Pick<ConnectionSlot, 'abandon' | 'release'>,
    private readonly readerOf: (contentType: string) => AnswerReader<Event>,
    private readonly server: { readonly address: string; readonly apiKey?: string },
  ) {}

  /** Closes the connection, unless the answer is complete: then it can be used again. The sink gets nothing more. */
  cancel(): void {
    this.#settled = true;
    this.slot.abandon();
    if (this.#reader?.complete !== true) this.#controller?.abort(new errors.RequestAbortedError());
  }

  /** The consumer has taken the waiting events. */
  resume(): void {
    this.#waitingBytes = 0;
    this.#isFull = false;
    this.#resumeIfReady();
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new errors.RequestAbortedError());
  }

  onResponseStart(controller: Controller, status: number, headers: Headers): void {
    // Informational: the answer comes after it.
    if (status < 200) return this.#skipPrelude(controller);
    if (status === 200) this.#reader = this.readerOf(one(headers['content-type']) ?? '');
    else this.#errorReader = new ErrorReader(status, one(headers['retry-after']), this.server.apiKey);
  }

  onResponseData(controller: Controller, bytes: Buffer): void {
    if (this.#errorReader !== null) {
      if (!this.#errorReader.push(bytes)) this.#breakOff(controller, this.#errorReader.toError());
      return;
    }
    if (this.#reader === null) return;
    if (this.#reader.complete) {
      // Bytes after the end would keep the connection busy.
      controller.abort(new errors.RequestAbortedError());
      return;
    }
    this.#step(controller, (reader) => reader.read(bytes, this.sink.events));
    this.#pauseIfFull(controller, bytes.length);
  }

  onResponseEnd(controller: Controller): void {
    if (this.#errorReader !== null) this.#settle(this.#errorReader.toError());
    else this.#step(controller, (reader) => reader.end(this.sink.events));
    this.slot.release();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#settle(this.#explain(error));
    this.slot.release();
  }

  /** Applies TCP backpressure; never after the end, which would leak the connection. */
  #pauseIfFull(controller: Controller, bytes: number): void {
    if (this.#reader?.complete === true) return;
    const waiting = this.sink.events.length;
    this.#waitingBytes = waiting === 0 ? 0 : this.#waitingBytes + bytes;
    if (waiting >= MAX_WAITING_EVENTS || this.#waitingBytes >= MAX_WAITING_BYTES) this.#isFull = true;
    if (!readBudget.take(bytes)) this.#waitForTurn();
    if (this.#isFull || this.#isOverTurn) controller.pause();
  }

  #skipPrelude(controller: Controller): void {
    this.#preludes += 1;
    if (this.#preludes > maxPreludes) this.#breakOff(controller, providerFailed('it only sends informational answers'));
  }

  #waitForTurn(): void {
    if (this.#isOverTurn) return;
    this.#isOverTurn = true;
    readBudget.next(() => {
      this.#isOverTurn = false;
      this.#resumeIfReady();
    });
  }

  #resumeIfReady(): void {
    if (!this.#isFull && !this.#isOverTurn) this.#controller?.resume();
  }

  #step(controller: Controller, read: (reader: AnswerReader<Event>) => void): void {
    if (this.#reader === null || this.#settled) return;
    try {
      read(this.#reader);
    } catch (error) {
      this.#breakOff(controller, error);
      return;
    }
    if (this.#reader.complete) this.#settle();
    else this.sink.notify();
  }

  #breakOff(controller: Controller, error: unknown): void {
    this.#settle(error);
    controller.abort(new errors.RequestAbortedError());
  }

  #settle(error?: unknown): void {
    if (this.#settled) return;
    this.#settled = true;
    if (error === undefined) this.sink.end();
    else this.sink.fail(error);
  }

  #explain(error: Error): Error {
    if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
      return providerSilent(error);
    if (isAddressRejected(error)) return providerNotAllowed(error);
    // Without a controller the request was never written.
    if (this.#controller === null) return providerUnreachable(error, this.server.address);
    if (this.#errorReader !== null) return this.#errorReader.toError();
    return this.#reader?.begun === true ? providerFailed('its answer was interrupted', error) : connectionClosed(error);
  }
}

/** The choices that one request is for: `count` of them, the first of which is called `first`. */
export interface ChoiceRange {
  readonly first: number;
  readonly count: number;
}

/** Reads the choices of a chat. */
export interface ChatReader extends AnswerReader<ProviderEvent> {
  /** What the answer took; null where the server does not say. */
  readonly usage: ProviderUsage | null;
  /** Choices of the range, by their own index from 0, of which there is an answer. */
  readonly answered: ReadonlySet<number>;
}
