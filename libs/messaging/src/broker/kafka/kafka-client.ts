import kafkajs, { type Kafka, type logCreator, type SASLOptions } from 'kafkajs';
import type { Logger } from '../../logger.js';
import type { ClientSockets } from './client-sockets.js';
import type { SaslCredentials } from './security/kafka-security.js';
import { clientRetry, connectionTimeoutMs, requestTimeoutMs } from '../../timing.js';

/** A kafkajs client, with our sockets and our logger. */
export function kafkaClient(
  brokers: readonly string[],
  clientId: string,
  logger: Logger,
  sockets: ClientSockets,
  sasl?: SaslCredentials,
): Kafka {
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: connectionTimeoutMs,
    requestTimeout: requestTimeoutMs,
    retry: clientRetry,
    logLevel: kafkajs.logLevel.WARN,
    logCreator: logCreatorFor(logger),
    sasl: sasl && saslOptions(sasl),
    socketFactory: ({ host, port, onConnect }) => sockets.open({ host, port }, onConnect),
  });
}

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
      // kafkajs warns of every broken connection; what comes of it is logged where it is dealt with.
      logger.debug({ kafkajs: namespace, ...fields, stack: undefined }, message);
    };
}
