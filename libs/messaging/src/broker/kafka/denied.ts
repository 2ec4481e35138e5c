import kafkajs from 'kafkajs';

const denials = new Set(['TOPIC_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED', 'GROUP_AUTHORIZATION_FAILED']);

/** Whether the brokers do not let this process do what it asked for. kafkajs wraps what it has retried. */
export function isDenied(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof kafkajs.KafkaJSProtocolError && denials.has(error.type)) return true;
  if (error instanceof kafkajs.KafkaJSAggregateError) return error.errors.some(isDenied);
  return error.cause !== undefined && isDenied(error.cause);
}
