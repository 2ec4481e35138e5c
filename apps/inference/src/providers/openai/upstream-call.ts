import { AppError } from '@earshot/errors';
import { errors, type Dispatcher } from 'undici';
import { EventQueue } from '../event-queue.js';
import type { AnswerReader } from './answer-reader.js';
import { refused } from './attempts/provider-error.js';
import { ErrorBody } from './error-body.js';
import { MAX_WAITING_EVENTS } from './limits.js';
import {
  connectionClosed,
  providerFailed,
  providerSilent,
  providerUnreachable,
  refusalError,
} from './upstream-errors.js';

type Headers = Record<string, string | string[] | undefined>;

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/**
 * One request at a server, as undici's callbacks tell of it. Callbacks instead of a body stream: a chunk is parsed where it
 * arrives, without a promise of its own, and chunks that arrive together are one batch.
 */
export class UpstreamCall<Event> implements Dispatcher.DispatchHandler {
  readonly queue = new EventQueue<Event>(() => this.controller?.resume());
  private controller: Dispatcher.DispatchController | null = null;
  private cancelled = false;
  private reader: AnswerReader<Event> | null = null;
  private refusal: { status: number; retryAfter: string | undefined; body: ErrorBody } | null = null;

  /**
   * @param onClosed called once, when the connection is free or gone.
   * @param readerOf the reader for an answer of that content type.
   * @param apiKey ours, to be kept out of errors.
   */
  constructor(
    private readonly onClosed: () => void,
    private readonly readerOf: (contentType: string) => AnswerReader<Event>,
    private readonly apiKey?: string,
  ) {}

  /** Ends the batches and closes the connection, unless the answer is complete: then the connection can be used again. */
  cancel(): void {
    this.cancelled = true;
    this.queue.cancel();
    if (this.reader?.complete !== true) this.controller?.abort(new errors.RequestAbortedError());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.cancelled) controller.abort(new errors.RequestAbortedError());
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status !== 200) {
      this.refusal = { status, retryAfter: one(headers['retry-after']), body: new ErrorBody() };
      return;
    }
    this.reader = this.readerOf(one(headers['content-type']) ?? '');
  }

  onResponseData(controller: Dispatcher.DispatchController, bytes: Buffer): void {
    if (this.refusal !== null) {
      if (!this.refusal.body.push(bytes)) this.breakOff(controller, this.refused());
      return;
    }
    if (this.reader === null) return;
    if (this.reader.complete) {
      // Nothing belongs after the end; a server that goes on would hold the connection.
      controller.abort(new errors.RequestAbortedError());
      return;
    }
    this.step(controller, (reader) => reader.read(bytes, this.queue.events));
    if (this.queue.events.length >= MAX_WAITING_EVENTS) controller.pause();
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    if (this.refusal !== null) this.queue.fail(this.refused());
    else this.step(controller, (reader) => reader.end(this.queue.events));
    this.queue.end();
    this.onClosed();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.queue.fail(this.explain(error));
    this.onClosed();
  }

  private step(controller: Dispatcher.DispatchController, read: (reader: AnswerReader<Event>) => void): void {
    if (this.reader === null) return;
    try {
      read(this.reader);
      if (this.reader.complete) this.queue.end();
      else this.queue.notify();
    } catch (error) {
      this.breakOff(controller, error);
    }
  }

  private breakOff(controller: Dispatcher.DispatchController, error: unknown): void {
    this.queue.fail(error);
    controller.abort(new errors.RequestAbortedError());
  }

  private refused(): AppError {
    if (this.refusal === null) return providerFailed('it gave no answer');
    const { status, retryAfter, body } = this.refusal;
    if (status >= 300 && status < 400)
      return providerFailed(
        `it answered with a redirect (status ${status}); give its final address`,
        undefined,
        refused,
      );
    return refusalError(status, body.parse(), retryAfter, this.apiKey);
  }

  private explain(error: Error): AppError {
    if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
      return providerSilent(error);
    // Without a controller the request was never written.
    if (this.controller === null) return providerUnreachable(error);
    if (this.refusal !== null) return this.refused();
    return this.reader === null ? connectionClosed(error) : providerFailed('its answer broke off', error);
  }
}
