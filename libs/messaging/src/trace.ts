import type { CallContext } from '@earshot/contracts-core';
import { isTracing, parseTraceparent, type SpanDescriptor } from '@earshot/telemetry';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * Starts a call, for an HTTP request or a task of the process itself.
 *
 * @param from headers of the caller; a valid `traceparent` is kept, an invalid one replaced (W3C Trace Context).
 */
export function newCallContext(from: { requestId?: string; traceparent?: string } = {}): CallContext {
  const { requestId = v7(), traceparent } = from;
  if (traceparent !== undefined && parseTraceparent(traceparent) !== undefined) {
    return { requestId, traceparent, traced: true };
  }
  // With tracing on, a trace starts with a span. A task of the process has none, so it is not sampled.
  return { requestId, traceparent: `00-${randomHex(32)}-${randomHex(16)}-${isTracing() ? '00' : '01'}` };
}

/** Node caches the random bits of uuids, so this costs a tenth of `randomBytes`. */
function randomHex(digits: number): string {
  return randomUUID().replaceAll('-', '').slice(-digits);
}

/** The headers of an event or state record. */
export function eventHeaders(type: string, { requestId, traceparent }: CallContext): Record<string, string> {
  return { type, 'x-request-id': requestId, traceparent };
}

/** Reads the call context from {@link eventHeaders}; its fields are empty if the producer set none. */
export function callContextOf(headers: Readonly<Record<string, string>>): CallContext {
  return { requestId: headers['x-request-id'] ?? '', traceparent: headers['traceparent'] ?? '' };
}

/** Topic and type of a message. */
interface MessageKind {
  readonly topic: { readonly name: string };
  readonly type: string;
}

/** A producer span (https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/). */
export function sendSpan({ topic, type }: MessageKind): SpanDescriptor {
  return {
    kind: 'producer',
    name: `send ${topic.name}`,
    attributes: { ...messageAttributes('send', topic.name, type) },
  };
}

/** A consumer span. */
export function processSpan({ topic, type }: MessageKind, group: string): SpanDescriptor {
  const attributes = { ...messageAttributes('process', topic.name, type), 'messaging.consumer.group.name': group };
  return { kind: 'consumer', name: `process ${topic.name}`, attributes };
}

function messageAttributes(operation: 'send' | 'process', topic: string, type: string) {
  return {
    'messaging.system': 'kafka',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': topic,
    'earshot.message.type': type,
  };
}

/** Replaces the calls of messages by those of their spans; without spans the messages stay the same objects. */
export function withCalls<Message extends { readonly call: CallContext }>(
  messages: readonly Message[],
  calls: readonly CallContext[],
): readonly Message[] {
  return messages.map((message, index) => {
    const call = calls[index] ?? message.call;
    return call === message.call ? message : { ...message, call };
  });
}
