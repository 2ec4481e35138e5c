import type { Kafka } from 'kafkajs';
import { silent, type Logger } from '../../logger.js';
import type { Broker, BrokerConsumer, BrokerProducer, ConsumerOptions } from '../broker.port.js';
import { KafkaAdmin } from './kafka-admin.js';
import { kafkaClient } from './kafka-client.js';
import { KafkaConsumer } from './kafka-consumer.js';
import { KafkaProducer } from './kafka-producer.js';
import { ClientSockets, plainNetwork, type Network } from './network.js';
import { plaintext, type KafkaAccess } from './security/kafka-security.js';

/** A Kafka broker, through kafkajs. */
export class KafkaBroker implements Broker {
  readonly admin: KafkaAdmin;
  readonly #client: Kafka;
  readonly #sockets: ClientSockets;

  constructor(
    { brokers, security = plaintext }: KafkaAccess,
    clientId: string,
    private readonly logger: Logger,
    network: Network = plainNetwork,
  ) {
    this.#sockets = new ClientSockets(network, security.tls);
    this.#client = kafkaClient(brokers, clientId, logger, this.#sockets, security.sasl);
    this.admin = new KafkaAdmin(this.#client);
  }

  producer(): BrokerProducer {
    return new KafkaProducer(this.#client, () => this.admin.topicNames(), this.logger);
  }

  consumer(options: ConsumerOptions): BrokerConsumer {
    return new KafkaConsumer(this.#client, options, this.logger);
  }

  async close(): Promise<void> {
    await this.admin.close();
    this.#sockets.close();
  }
}

/** Runs a task of a command-line job with its own connections. */
export async function withBroker<T>(kafka: KafkaAccess, task: (broker: KafkaBroker) => Promise<T>): Promise<T> {
  const broker = new KafkaBroker(kafka, 'earshot-job', silent);
  try {
    return await task(broker);
  } finally {
    await broker.close();
  }
}
