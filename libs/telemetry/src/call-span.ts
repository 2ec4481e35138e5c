import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { CallContext } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { formatTraceparent, parseTraceparent } from './traceparent.js';

/** What a span is about. Attributes are metadata: never what callers or models have written. */
export interface SpanDescriptor {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** Of few values: a route, an operation, a topic; no ids. */
  readonly name: string;
  readonly attributes: Attributes;
}

/** Where a span belongs: a call, or the beginning of one, whose `traceparent` is there where its caller sent one. */
export type SpanParent = Omit<CallContext, 'traceparent'> & { readonly traceparent?: string };

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

let tracer: Tracer | undefined;

/** Has spans made from now on; by `undefined`, none. */
export function setTracer(one: Tracer | undefined): void {
  tracer = one;
}

/** Whether spans are made at all. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/**
 * Begins a span; undefined, at the cost of a comparison, where there is no tracing. Whoever begins a span ends it.
 *
 * A parent without a `traceparent` begins a trace, if the sampler wants one.
 */
export function beginSpan(subject: SpanDescriptor, parent: SpanParent): CallSpan | undefined {
  if (tracer === undefined) return undefined;
  const { kind, name, attributes } = subject;
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent.traceparent));
  return new CallSpan(span, parent);
}

/** A step of a call, as long as it is under way. */
export class CallSpan {
  /** What everything below this span belongs to. */
  readonly call: CallContext;
  readonly #span: Span;

  constructor(span: Span, { requestId, actor }: SpanParent) {
    this.#span = span;
    const traceparent = formatTraceparent(span.spanContext());
    this.call = { requestId, traceparent, ...(actor && { actor }) };
  }

  /** Whether anybody will see it: what is dear to tell of need not be told otherwise. */
  get isRecording(): boolean {
    return this.#span.isRecording();
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  /** Something that happened at this moment. */
  event(name: string): void {
    this.#span.addEvent(name);
  }

  /** It took place and failed, by no fault of its caller. @param type few values: a code, a status. */
  fail(type: string): void {
    this.#span.setAttribute('error.type', type);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** Ends it when something has come about, or failed; whoever waits for that is told of it elsewhere. */
  endWhenSettled(done: Promise<unknown>): void {
    done.then(
      () => this.end(),
      (error: unknown) => this.end(error),
    );
  }

  /**
   * Ends it. @param error what it failed with, of which only the code, or the name of its class, is told: messages may quote what callers have
   * written. A refusal is no failure of the span.
   */
  end(error?: unknown): void {
    if (error instanceof AppError && !isFailure(error)) this.#span.setAttribute('error.type', error.code);
    else if (error !== undefined) this.fail(typeOf(error));
    this.#span.end();
  }
}

function contextOf(traceparent: string | undefined): Context {
  const parent = parseTraceparent(traceparent);
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** Refusals that are nobody's fault but a caller's are an answer like any other. */
const failures: readonly AppError['type'][] = ['server_error', 'upstream_error', 'overloaded_error', 'timeout_error'];

function isFailure({ type }: AppError): boolean {
  return failures.includes(type);
}

function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
