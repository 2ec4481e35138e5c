import type { CallContext } from '@earshot/contracts-core';
import { isTracing, parseTraceparent, type SpanDescriptor } from '@earshot/telemetry';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * The beginning of a call, for an HTTP request or something that a process does by itself.
 *
 * @param from what the caller sent along; a `traceparent` that is none is replaced, as the W3C asks for.
 */
export function newCallContext(from: { requestId?: string; traceparent?: string } = {}): CallContext {
  const { requestId = v7(), traceparent } = from;
  if (traceparent !== undefined && parseTraceparent(traceparent) !== undefined) {
    return { requestId, traceparent: childTraceparent(traceparent) };
  }
  // Where spans are exported, a trace begins with one. What a process does by itself has none, so what comes of it is not sampled.
  return { requestId, traceparent: `00-${randomHex(32)}-${randomHex(16)}-${isTracing() ? '00' : '01'}` };
}

/** The same trace with a new parent id: what a span hands to those below it. */
export function childTraceparent(traceparent: string): string {
  return `${traceparent.slice(0, 36)}${randomHex(16)}${traceparent.slice(52)}`;
}

/** Node keeps uuids' random bits in stock: a tenth of what `randomBytes` costs. The six bits of a v4 that are fixed are not missed. */
function randomHex(digits: number): string {
  return randomUUID().replaceAll('-', '').slice(-digits);
}

/** What the log of a lane carries: where, and of what type. */
interface Carried {
  readonly topic: { readonly name: string };
  readonly type: string;
}

/** A span of who hands something to a lane (https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/). */
export function sendSpan({ topic, type }: Carried): SpanDescriptor {
  return { kind: 'producer', name: `send ${topic.name}`, attributes: { ...carried('send', topic.name, type) } };
}

/** A span of who handles what a lane brought. */
export function processSpan({ topic, type }: Carried, group: string): SpanDescriptor {
  const attributes = { ...carried('process', topic.name, type), 'messaging.consumer.group.name': group };
  return { kind: 'consumer', name: `process ${topic.name}`, attributes };
}

function carried(operation: 'send' | 'process', topic: string, type: string) {
  return {
    'messaging.system': 'kafka',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': topic,
    'earshot.message.type': type,
  };
}

/** The messages as they are below the spans of their handling; the very same ones where there are no spans. */
export function withCalls<Message extends { readonly call: CallContext }>(
  messages: readonly Message[],
  calls: readonly CallContext[],
): readonly Message[] {
  return messages.map((message, index) => {
    const call = calls[index] ?? message.call;
    return call === message.call ? message : { ...message, call };
  });
}
