import type { Kafka } from 'kafkajs';
import type { Logger } from '../../logger.js';
import type {
  Broker,
  BrokerConsumer,
  BrokerProducer,
  BrokerReader,
  ConsumerOptions,
  Durability,
  Gather,
  TakeRecords,
} from '../broker.port.js';
import { ClientSockets } from './client-sockets.js';
import { Cluster } from './cluster.js';
import { GroupOffsets } from './group-offsets.js';
import { KafkaAdmin } from './kafka-admin.js';
import { kafkaClient } from './kafka-client.js';
import { KafkaConsumer } from './kafka-consumer.js';
import { KafkaProducer } from './kafka-producer.js';
import { addressOf, plainNetwork, type Network } from './network.js';
import { PartitionReader } from './partition-reader.js';
import { plaintext, type KafkaAccess } from './security/kafka-security.js';

/** A real Kafka: kafkajs for topics, groups and offsets, connections of our own for records. */
export class KafkaBroker implements Broker {
  readonly admin: KafkaAdmin;
  readonly #client: Kafka;
  readonly #sockets: ClientSockets;
  readonly #cluster: Cluster;
  readonly #logger: Logger;

  constructor(
    { brokers, security = plaintext }: KafkaAccess,
    clientId: string,
    logger: Logger,
    network: Network = plainNetwork,
  ) {
    this.#sockets = new ClientSockets(network, security.tls);
    this.#client = kafkaClient(brokers, clientId, logger, this.#sockets, security.sasl);
    this.#cluster = new Cluster(brokers.map(addressOf), clientId, network, security);
    this.#logger = logger;
    this.admin = new KafkaAdmin(this.#client);
  }

  producer(durability: Durability): BrokerProducer {
    return new KafkaProducer(this.#cluster, durability, this.#logger);
  }

  reader(take: TakeRecords): BrokerReader {
    return this.#newReader(new GroupOffsets(this.admin), take, () => true);
  }

  consumer(options: ConsumerOptions): BrokerConsumer {
    const offsets = new GroupOffsets(this.admin);
    return new KafkaConsumer({
      client: this.#client,
      offsets,
      logger: this.#logger,
      options,
      newReader: (take, mayRead) => this.#newReader(offsets, take, mayRead, options.gather),
    });
  }

  #newReader(offsets: GroupOffsets, take: TakeRecords, mayRead: () => boolean, gather?: Gather): PartitionReader {
    return new PartitionReader({
      cluster: this.#cluster,
      logger: this.#logger,
      take,
      mayRead,
      firstOffset: (topic, partition) => offsets.firstOf(topic, partition),
      gather,
    });
  }

  async close(): Promise<void> {
    await this.admin.close();
    this.#sockets.close();
  }
}
