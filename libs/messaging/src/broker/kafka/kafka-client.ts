import kafkajs, { type ISocketFactory, type Kafka, type logCreator } from 'kafkajs';
import { connect as connectPlain } from 'node:net';
import type { Logger } from '../../logger.js';

/** How long a broker that accepts connections may take to accept one: it is in the same network. */
const connectionTimeoutMs = 2_000;

/** A broker that takes longer for one request is as good as away: the waiting clients give up within seconds. */
const requestTimeoutMs = 5_000;

/** Opens a connection to a broker, and calls back when it is open. */
export type SocketFactory = ISocketFactory;

/** A kafkajs client, with sockets that don't wait for more to send and with our logger. */
export function kafkaClient(
  brokers: readonly string[],
  clientId: string,
  logger: Logger,
  socketFactory: SocketFactory = openSocket,
): Kafka {
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: connectionTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // Short: whoever asks has a loop of its own around it, with its own idea of how long trying is worth it.
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 2 },
    logLevel: kafkajs.logLevel.WARN,
    logCreator: logCreatorFor(logger),
    socketFactory,
  });
}

/** How sockets are opened unless a test has faults to inject. */
export const openSocket: SocketFactory = ({ host, port, onConnect }) => {
  // Without noDelay a small produce request waits for the acknowledgement of the one before: up to 40 ms.
  return connectPlain({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, onConnect);
};

function logCreatorFor(logger: Logger): logCreator {
  return () =>
    ({ namespace, log: { message, timestamp: _timestamp, logger: _logger, ...fields } }) => {
      // kafkajs warns of every broken connection; what comes of it is logged where it is dealt with.
      logger.debug({ kafkajs: namespace, ...fields, stack: undefined }, message);
    };
}
