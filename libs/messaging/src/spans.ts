import type { SpanSubject } from '@earshot/telemetry';

/** What the log of a lane carries: where, and of what type. */
interface Carried {
  readonly topic: { readonly name: string };
  readonly type: string;
}

/** A span of who hands something to a lane (https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/). */
export function sendSpan({ topic, type }: Carried): SpanSubject {
  return { kind: 'producer', name: `send ${topic.name}`, attributes: { ...carried('send', topic.name, type) } };
}

/** A span of who handles what a lane brought. */
export function processSpan({ topic, type }: Carried, group: string): SpanSubject {
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
