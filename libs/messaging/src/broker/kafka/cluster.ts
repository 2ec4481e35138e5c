import { metadataV12, type Connection } from '@platformatic/kafka';
import { errorCodes, KafkaError } from './kafka-errors.js';
import type { Address, Network } from './network.js';
import { NodeLink } from './node-link.js';
import type { KafkaSecurity } from './security/kafka-security.js';

/** Who leads a partition; undefined while nobody does. */
export type Leader = Address | undefined;

/** Topics that are kept in mind: more than there ever are, unless inboxes come and go for weeks. */
const maxKnownTopics = 10_000;

/** Which topics there are and who leads their partitions: what was true when last looked at. */
export class Cluster {
  readonly #bootstrap: readonly Address[];
  readonly #clientId: string;
  readonly #network: Network;
  readonly #security: KafkaSecurity;
  readonly #topics = new Map<string, readonly Leader[]>();
  readonly #looking = new Map<string, Promise<void>>();

  constructor(bootstrap: readonly Address[], clientId: string, network: Network, security: KafkaSecurity) {
    this.#bootstrap = bootstrap;
    this.#clientId = clientId;
    this.#network = network;
    this.#security = security;
  }

  /** The leaders of each of these topics, by partition; without those that are not there. Asks for what is not known. */
  async leadersOf(topics: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly Leader[]>> {
    const unknown = [...topics].filter((topic) => !this.#topics.has(topic));
    if (unknown.length > 0) await this.#learn(unknown);
    return this.knownLeadersOf(topics);
  }

  /** As {@link leadersOf}, without those that are not known. */
  knownLeadersOf(topics: ReadonlySet<string>): ReadonlyMap<string, readonly Leader[]> {
    const leaders = new Map<string, readonly Leader[]>();
    for (const topic of topics) {
      const known = this.#topics.get(topic);
      if (known !== undefined) leaders.set(topic, known);
    }
    return leaders;
  }

  /** What is known of the topic is no longer true. */
  forget(topic: string): void {
    this.#topics.delete(topic);
  }

  /** A connection to a broker, for its user alone. @throws Error: it can't be reached. */
  connect(node: Address): Promise<NodeLink> {
    return NodeLink.open(node, this.#clientId, this.#network, this.#security);
  }

  /** One request to any broker, on a connection of its own: these are rare. @throws Error: none answers. */
  async ask<Answer>(request: (connection: Connection) => Promise<Answer>): Promise<Answer> {
    const link = await this.#anyLink();
    try {
      return await link.call(request);
    } finally {
      link.close();
    }
  }

  async #learn(topics: readonly string[]): Promise<void> {
    const key = topics.join(' ');
    let looking = this.#looking.get(key);
    if (looking === undefined) {
      looking = this.#look(topics).finally(() => this.#looking.delete(key));
      this.#looking.set(key, looking);
    }
    await looking;
  }

  async #look(topics: readonly string[]): Promise<void> {
    const answer = await this.ask((connection) => metadataV12.api.async(connection, [...topics], false, false));
    if (this.#topics.size + topics.length > maxKnownTopics) this.#topics.clear();
    const nodes = new Map<number, Address>(answer.brokers.map(({ nodeId, host, port }) => [nodeId, { host, port }]));
    for (const topic of answer.topics) this.#remember(topic, nodes);
  }

  #remember(
    { name, errorCode, partitions }: metadataV12.MetadataResponseTopic,
    nodes: ReadonlyMap<number, Address>,
  ): void {
    if (typeof name !== 'string' || errorCode === errorCodes.unknownTopic) return;
    if (errorCode !== 0) throw new KafkaError(errorCode, `topic ${name}`);
    const leaders: Leader[] = [];
    for (const { partitionIndex, leaderId } of partitions) leaders[partitionIndex] = nodes.get(leaderId);
    this.#topics.set(name, leaders);
  }

  async #anyLink(): Promise<NodeLink> {
    let failure: unknown;
    for (const address of this.#bootstrap) {
      try {
        return await this.connect(address);
      } catch (error) {
        failure = error;
      }
    }
    throw new Error('no broker can be reached', { cause: failure });
  }
}
