import type { Kafka } from 'kafkajs';
import type { Logger } from '../../logger.js';
import type { Broker, BrokerConsumer, BrokerProducer, ConsumerOptions, Durability } from '../broker.port.js';
import { KafkaAdmin } from './kafka-admin.js';
import { kafkaClient, type SocketFactory } from './kafka-client.js';
import { KafkaConsumer } from './kafka-consumer.js';
import { KafkaProducer } from './kafka-producer.js';

/** A real Kafka through kafkajs. */
export class KafkaBroker implements Broker {
  readonly admin: KafkaAdmin;
  readonly #client: Kafka;
  readonly #logger: Logger;

  /** @param brokers addresses, `host:port`; some of the cluster are enough. */
  constructor(brokers: readonly string[], clientId: string, logger: Logger, socketFactory?: SocketFactory) {
    this.#client = kafkaClient(brokers, clientId, logger, socketFactory);
    this.#logger = logger;
    this.admin = new KafkaAdmin(this.#client);
  }

  producer(durability: Durability): BrokerProducer {
    return new KafkaProducer(this.#client, durability, () => this.admin.topicNames(), this.#logger);
  }

  consumer(options: ConsumerOptions): BrokerConsumer {
    return new KafkaConsumer(this.#client, options, this.#logger);
  }
}
