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

/** Description of a span. Attributes are metadata, never user or model content. */
export interface SpanDescriptor {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** Low cardinality: a route, an operation, a topic; no ids. */
  readonly name: string;
  readonly attributes: Attributes;
}

/** Parent of a span: a call, or a new one with the `traceparent` of its caller, if any. */
export type SpanParent = Omit<CallContext, 'traceparent'> & { readonly traceparent?: string };

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

let tracer: Tracer | undefined;

/** Sets the tracer; `undefined` turns tracing off. */
export function setTracer(one: Tracer | undefined): void {
  tracer = one;
}

/** Whether tracing is on. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/**
 * Starts a span; returns undefined if tracing is off. The caller ends it. A parent without a `traceparent` starts a
 * trace, if the sampler decides so.
 */
export function beginSpan(subject: SpanDescriptor, parent: SpanParent): CallSpan | undefined {
  if (tracer === undefined) return undefined;
  const { kind, name, attributes } = subject;
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent.traceparent));
  return new CallSpan(span, parent);
}

/** A span of a call in progress. */
export class CallSpan {
  /** Call context for children of this span. */
  readonly call: CallContext;

  constructor(
    private readonly span: Span,
    { requestId, actor }: SpanParent,
  ) {
    const traceparent = formatTraceparent(span.spanContext());
    this.call = { requestId, traceparent, traced: true, ...(actor && { actor }) };
  }

  /** Whether the span is recorded; skip expensive attributes otherwise. */
  get isRecording(): boolean {
    return this.span.isRecording();
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  /** Adds an event. */
  event(name: string): void {
    this.span.addEvent(name);
  }

  /** Marks the span as failed. @param type error type of low cardinality, such as a code. */
  fail(type: string): void {
    this.span.setAttribute('error.type', type);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** Ends the span when the promise settles. */
  endWhenSettled(done: Promise<unknown>): void {
    done.then(
      () => this.end(),
      (error: unknown) => this.end(error),
    );
  }

  /**
   * Ends the span. Only the code or class name of the error is recorded, since messages may quote user content. An
   * error of the caller does not fail the span.
   */
  end(error?: unknown): void {
    if (error instanceof AppError && !isFailure(error)) this.span.setAttribute('error.type', error.code);
    else if (error !== undefined) this.fail(typeOf(error));
    this.span.end();
  }
}

function contextOf(traceparent: string | undefined): Context {
  const parent = parseTraceparent(traceparent);
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** Error types that fail a span; all others are errors of the caller. */
const failures: readonly AppError['type'][] = ['server_error', 'upstream_error', 'overloaded_error', 'timeout_error'];

function isFailure({ type }: AppError): boolean {
  return failures.includes(type);
}

function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
