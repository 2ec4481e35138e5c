import { errors, type Dispatcher } from 'undici';
import { isAddressRefused } from '../../outgoing/address-refused.js';
import { maxPreludes } from '../../outgoing/bounded-preludes.js';
import type { AnswerReader } from './answer-reader.js';
import { MAX_WAITING_BYTES, MAX_WAITING_EVENTS } from './limits.js';
import type { Place } from './places.js';
import { readingTurn } from './reading-turn.js';
import { RefusalReader } from './refusal-reader.js';
import {
  connectionClosed,
  providerFailed,
  providerNotAllowed,
  providerSilent,
  providerUnreachable,
} from './upstream-errors.js';

/** Takes what one request yields; an EventQueue is one. */
export interface Sink<Event> {
  /** Where events are appended; another array once these were taken. */
  readonly events: Event[];
  /** Something was read. */
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
 * One request at a server, as undici's callbacks tell of it. Callbacks instead of a body stream: a chunk is parsed where it
 * arrives, without a promise of its own, and chunks that arrive together are one batch. The sink is told of exactly one end, unless
 * the call is cancelled before.
 */
export class UpstreamCall<Event> implements Dispatcher.DispatchHandler {
  private controller: Controller | null = null;
  private settled = false;
  /** Informational responses so far. */
  private preludes = 0;
  private reader: AnswerReader<Event> | null = null;
  private refusal: RefusalReader | null = null;
  /** Read since the consumer last took everything. */
  private waitingBytes = 0;
  /** Whether as much waits for the consumer as may. */
  private isFull = false;
  /** Whether as much has been read in this turn of the event loop as may be. */
  private isOverTurn = false;

  /**
   * @param place at the server; left when the connection is free or gone.
   * @param readerOf the reader for an answer of that content type.
   * @param apiKey ours, to be kept out of errors.
   */
  constructor(
    private readonly sink: Sink<Event>,
    private readonly place: Pick<Place, 'giveUp' | 'leave'>,
    private readonly readerOf: (contentType: string) => AnswerReader<Event>,
    private readonly apiKey?: string,
  ) {}

  /** Closes the connection, unless the answer is complete: then it can be used again. The sink hears no more. */
  cancel(): void {
    this.settled = true;
    this.place.giveUp();
    if (this.reader?.complete !== true) this.controller?.abort(new errors.RequestAbortedError());
  }

  /** The consumer has taken what waited. */
  resume(): void {
    this.waitingBytes = 0;
    this.isFull = false;
    this.goOn();
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.settled) controller.abort(new errors.RequestAbortedError());
  }

  onResponseStart(controller: Controller, status: number, headers: Headers): void {
    // Informational: the answer comes after it.
    if (status < 200) return this.passOver(controller);
    if (status === 200) this.reader = this.readerOf(one(headers['content-type']) ?? '');
    else this.refusal = new RefusalReader(status, one(headers['retry-after']), this.apiKey);
  }

  onResponseData(controller: Controller, bytes: Buffer): void {
    if (this.refusal !== null) {
      if (!this.refusal.push(bytes)) this.breakOff(controller, this.refusal.toError());
      return;
    }
    if (this.reader === null) return;
    if (this.reader.complete) {
      // Nothing belongs after the end; a server that goes on would hold the connection.
      controller.abort(new errors.RequestAbortedError());
      return;
    }
    this.step(controller, (reader) => reader.read(bytes, this.sink.events));
    this.holdBack(controller, bytes.length);
  }

  onResponseEnd(controller: Controller): void {
    if (this.refusal !== null) this.settle(this.refusal.toError());
    else this.step(controller, (reader) => reader.end(this.sink.events));
    this.place.leave();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.settle(this.explain(error));
    this.place.leave();
  }

  /**
   * While the consumer is slow, or this turn of the event loop is over, the server is told to pause, by TCP; not after the end, which would hold
   * the connection for ever.
   */
  private holdBack(controller: Controller, bytes: number): void {
    if (this.reader?.complete === true) return;
    const waiting = this.sink.events.length;
    this.waitingBytes = waiting === 0 ? 0 : this.waitingBytes + bytes;
    if (waiting >= MAX_WAITING_EVENTS || this.waitingBytes >= MAX_WAITING_BYTES) this.isFull = true;
    if (!readingTurn.take(bytes)) this.waitForTurn();
    if (this.isFull || this.isOverTurn) controller.pause();
  }

  private passOver(controller: Controller): void {
    this.preludes += 1;
    if (this.preludes > maxPreludes) this.breakOff(controller, providerFailed('it only sends informational answers'));
  }

  private waitForTurn(): void {
    if (this.isOverTurn) return;
    this.isOverTurn = true;
    readingTurn.next(() => {
      this.isOverTurn = false;
      this.goOn();
    });
  }

  private goOn(): void {
    if (!this.isFull && !this.isOverTurn) this.controller?.resume();
  }

  private step(controller: Controller, read: (reader: AnswerReader<Event>) => void): void {
    if (this.reader === null || this.settled) return;
    try {
      read(this.reader);
    } catch (error) {
      this.breakOff(controller, error);
      return;
    }
    if (this.reader.complete) this.settle();
    else this.sink.notify();
  }

  private breakOff(controller: Controller, error: unknown): void {
    this.settle(error);
    controller.abort(new errors.RequestAbortedError());
  }

  private settle(error?: unknown): void {
    if (this.settled) return;
    this.settled = true;
    if (error === undefined) this.sink.end();
    else this.sink.fail(error);
  }

  private explain(error: Error): Error {
    if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
      return providerSilent(error);
    if (isAddressRefused(error)) return providerNotAllowed(error);
    // Without a controller the request was never written.
    if (this.controller === null) return providerUnreachable(error);
    if (this.refusal !== null) return this.refusal.toError();
    return this.reader?.begun === true ? providerFailed('its answer broke off', error) : connectionClosed(error);
  }
}
