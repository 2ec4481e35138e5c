import kafkajs, {
  type Admin,
  type Consumer,
  type ConsumerConfig,
  type Kafka,
  type KafkaConfig,
  type logCreator,
  type Producer,
  type ProducerConfig,
  type RequestTimeoutEvent,
  type SASLOptions,
} from 'kafkajs';
import type { Logger } from '../../logger.js';
import type { ClientSockets } from './network.js';
import './fetch-from-leaders.js';
import './request-queue.js';
import type { SaslCredentials } from './security/kafka-security.js';
import {
  backgroundFetchWaitMs,
  backgroundHeartbeatMs,
  clientRetry,
  connectionTimeoutMs,
  consumerRetry,
  exclusiveHeartbeatMs,
  exclusiveRebalanceTimeoutMs,
  exclusiveSessionTimeoutMs,
  fetchWaitMs,
  groupHeartbeatMs,
  rebalanceTimeoutMs,
  requestTimeoutMs,
  sessionTimeoutMs,
} from '../../timing.js';

/** Creates a kafkajs client that uses the given sockets and logger. */
export function kafkaClient(
  brokers: readonly string[],
  clientId: string,
  logger: Logger,
  sockets: ClientSockets,
  sasl?: SaslCredentials,
): Kafka {
  const config = {
    brokers: [...brokers],
    clientId,
    connectionTimeout: connectionTimeoutMs,
    requestTimeout: requestTimeoutMs,
    retry: clientRetry,
    logLevel: kafkajs.logLevel.WARN,
    logCreator: logCreatorFor(logger),
    sasl: sasl && saslOptions(sasl),
    socketFactory: ({ host, port, onConnect }) => sockets.open({ host, port }, onConnect),
  } satisfies KafkaConfig;
  return new Client(config, sockets);
}

/**
 * Drops all connections to a broker that leaves a read or a write unanswered. kafkajs keeps them. When the network
 * loses everything or the broker is frozen, it repeats the request there for half a minute.
 */
class Client extends kafkajs.Kafka {
  constructor(
    config: KafkaConfig,
    private readonly sockets: ClientSockets,
  ) {
    super(config);
  }

  override consumer(config: ConsumerConfig): Consumer {
    const consumer = super.consumer(config);
    consumer.on(consumer.events.REQUEST_TIMEOUT, this.#onTimeout);
    return consumer;
  }

  override producer(config: ProducerConfig): Producer {
    const producer = super.producer(config);
    producer.on(producer.events.REQUEST_TIMEOUT, this.#onTimeout);
    return producer;
  }

  readonly #onTimeout = ({ payload: { apiName, broker } }: RequestTimeoutEvent): void => {
    if (answeredSoon.has(apiName)) this.sockets.drop(broker);
  };
}

/** Requests that a broker never delays for as long as {@link requestTimeoutMs}. */
const answeredSoon = new Set(['Fetch', 'Produce', 'Heartbeat']);

function saslOptions({ mechanism, username, password }: SaslCredentials): SASLOptions {
  switch (mechanism) {
    case 'PLAIN':
      return { mechanism: 'plain', username, password };
    case 'SCRAM-SHA-256':
      return { mechanism: 'scram-sha-256', username, password };
    case 'SCRAM-SHA-512':
      return { mechanism: 'scram-sha-512', username, password };
  }
}

function logCreatorFor(logger: Logger): logCreator {
  return () =>
    ({ namespace, log: { message, timestamp: _timestamp, logger: _logger, ...fields } }) => {
      // kafkajs warns of every broken connection; the caller logs the consequences.
      logger.debug({ kafkajs: namespace, ...fields, stack: undefined }, message);
    };
}

/** Settings of every consumer. A consumer that fails is replaced as a whole by KafkaConsumer. */
export const consumerSettings: Omit<ConsumerConfig, 'groupId'> = {
  allowAutoTopicCreation: false,
  sessionTimeout: sessionTimeoutMs,
  rebalanceTimeout: rebalanceTimeoutMs,
  heartbeatInterval: groupHeartbeatMs,
  maxWaitTimeInMs: fetchWaitMs,
  retry: { ...consumerRetry, restartOnFailure: () => Promise.resolve(false) },
};

/** Settings of background consumers: fewer empty fetches and heartbeats, slower rebalances. */
export const backgroundSettings = {
  heartbeatInterval: backgroundHeartbeatMs,
  maxWaitTimeInMs: backgroundFetchWaitMs,
};

/** Settings of the only member of a group: fewer heartbeats, since no rebalance of others is to be noticed. */
export const exclusiveSettings = {
  heartbeatInterval: exclusiveHeartbeatMs,
  sessionTimeout: exclusiveSessionTimeoutMs,
  rebalanceTimeout: exclusiveRebalanceTimeoutMs,
};

/** Whether brokers returned one of these errors. kafkajs wraps errors that it has retried. */
export function hasProtocolError(error: unknown, types: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof kafkajs.KafkaJSProtocolError && types.includes(error.type)) return true;
  if (error instanceof kafkajs.KafkaJSAggregateError) return error.errors.some((one) => hasProtocolError(one, types));
  return error.cause !== undefined && hasProtocolError(error.cause, types);
}

/** Disconnects; an error means that the client was not connected. */
export async function disconnected(client: Promise<Admin | Producer> | undefined): Promise<void> {
  await client?.then((connected) => connected.disconnect()).catch(() => undefined);
}
