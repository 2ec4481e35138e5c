import { produceV9 } from '@platformatic/kafka';
import type { Logger } from '../../logger.js';
import { sleep } from '../back-off.js';
import type { BrokerProducer, Durability, OutgoingRecord } from '../broker.port.js';
import { MissingTopicsError } from '../missing-topics-error.js';
import type { Cluster } from './cluster.js';
import { errorCodes, isPassing, KafkaError } from './kafka-errors.js';
import type { NodeLink } from './node-link.js';
import type { Address } from './network.js';
import { newPartitioner, toBatches, type OutgoingBatch } from './outgoing-batch.js';
import { ProducerIdentity } from './producer-identity.js';

/** How long a broker may wait for its replicas, ms: one that needs longer is overloaded; the caller is told and tries again. */
const produceTimeoutMs = 4_000;

/** How soon records whose partition has another leader are sent again, ms: elections take that long. One more try bridges them. */
const retryAfterMs = 100;

/** Sends on one connection to each broker; whatever fails there is replaced at the next send. */
export class KafkaProducer implements BrokerProducer {
  readonly #cluster: Cluster;
  readonly #durability: Durability;
  readonly #logger: Logger;
  readonly #partitionOf = newPartitioner();
  readonly #links = new Map<string, Promise<NodeLink>>();
  #identity: Promise<ProducerIdentity> | undefined;
  #lastDispatch: Promise<void> = Promise.resolve();
  #failing = false;

  constructor(cluster: Cluster, durability: Durability, logger: Logger) {
    this.#cluster = cluster;
    this.#durability = durability;
    this.#logger = logger;
  }

  async send(records: readonly OutgoingRecord[]): Promise<void> {
    const missing = new Set<string>();
    try {
      const left = await this.#attempt(records, missing);
      if (left.length > 0) await this.#again(left, missing);
      if (this.#failing) this.#logger.info({}, 'records are sent again');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing)
        this.#logger.warn({ records: records.length, err: error }, 'records not sent, nor will more be for now');
      this.#failing = true;
      throw error;
    }
    if (missing.size > 0) throw new MissingTopicsError(missing);
  }

  async close(): Promise<void> {
    const links = await Promise.allSettled(this.#links.values());
    this.#links.clear();
    for (const link of links) if (link.status === 'fulfilled') link.value.close();
  }

  async #again(records: readonly Refused[], missing: Set<string>): Promise<void> {
    await sleep(retryAfterMs);
    const left = await this.#attempt(
      records.map(({ record }) => record),
      missing,
    );
    if (left[0] !== undefined) throw left[0].reason;
  }

  /** @returns what was refused for a reason that may be gone in a moment. @param missing gets the topics that are not there. */
  async #attempt(records: readonly OutgoingRecord[], missing: Set<string>): Promise<Refused[]> {
    const dispatched = this.#lastDispatch.then(() => this.#dispatch(records, missing));
    this.#lastDispatch = dispatched.then(
      () => undefined,
      () => undefined,
    );
    try {
      const { batches, answers, refused } = await dispatched;
      for (const [index, answer] of (await answers).entries())
        refused.push(...this.#refusedOf(batches[index] as OutgoingBatch, answer));
      if (refused.length > 0) this.#identity = undefined;
      return refused;
    } catch (error) {
      // The broker may have written what it did not answer: with the same identity later batches would have a gap before them.
      this.#identity = undefined;
      for (const { topic } of records) this.#cluster.forget(topic);
      throw error;
    }
  }

  /** Finds out where the records go, and sends them; one after the other, so that they leave in the order of the calls. */
  async #dispatch(records: readonly OutgoingRecord[], missing: Set<string>): Promise<Dispatched> {
    const leaders = await this.#cluster.leadersOf(new Set(records.map(({ topic }) => topic)));
    for (const { topic } of records) if (!leaders.has(topic)) missing.add(topic);
    const sendable = records.filter(({ topic }) => leaders.has(topic));
    const refused: Refused[] = [];
    const batches = toBatches(sendable, leaders, this.#partitionOf, (record) => {
      this.#cluster.forget(record.topic);
      refused.push({ record, reason: new Error(`nobody leads a partition of topic ${record.topic}`) });
    });
    const identity = this.#durability === 'all' ? await this.#currentIdentity() : undefined;
    const links = await Promise.all(batches.map(({ node }) => this.#linkTo(node)));
    const answers = Promise.all(batches.map((batch, index) => produce(links[index] as NodeLink, batch, identity)));
    // Waited for by the caller, in its turn.
    answers.catch(() => undefined);
    return { batches, answers, refused };
  }

  /** @throws KafkaError: refused for good. */
  #refusedOf({ records, messages }: OutgoingBatch, answer: produceV9.ProduceResponse): Refused[] {
    const refused: Refused[] = [];
    for (const { name, partitionResponses } of answer.responses) {
      for (const { index: partition, errorCode } of partitionResponses) {
        if (errorCode === 0 || errorCode === errorCodes.duplicateSequence) continue;
        const reason = new KafkaError(errorCode, `topic ${name}`);
        this.#cluster.forget(name);
        if (!isPassing(errorCode)) throw reason;
        for (const [position, message] of messages.entries()) {
          const record = records[position];
          if (record !== undefined && message.topic === name && message.partition === partition)
            refused.push({ record, reason });
        }
      }
    }
    return refused;
  }

  async #currentIdentity(): Promise<ProducerIdentity> {
    const identity = await (this.#identity ??= this.#obtain());
    if (identity.isFresh) return identity;
    return (this.#identity = this.#obtain());
  }

  #obtain(): Promise<ProducerIdentity> {
    const obtained = ProducerIdentity.obtain(this.#cluster);
    obtained.catch(() => {
      if (this.#identity === obtained) this.#identity = undefined;
    });
    return obtained;
  }

  async #linkTo(node: Address): Promise<NodeLink> {
    const key = `${node.host}:${node.port}`;
    const known = await this.#links.get(key)?.catch(() => undefined);
    if (known?.isOpen === true) return known;
    const opening = this.#cluster.connect(node);
    this.#links.set(key, opening);
    return opening;
  }
}

/** What is on its way. */
interface Dispatched {
  readonly batches: readonly OutgoingBatch[];
  readonly answers: Promise<produceV9.ProduceResponse[]>;
  readonly refused: Refused[];
}

/** A record that the broker did not take. */
interface Refused {
  readonly record: OutgoingRecord;
  readonly reason: Error;
}

function produce(
  link: NodeLink,
  { messages }: OutgoingBatch,
  identity?: ProducerIdentity,
): Promise<produceV9.ProduceResponse> {
  const answer = link.call((connection) =>
    produceV9.api.async(connection, identity === undefined ? 1 : -1, produceTimeoutMs, messages, identity?.options),
  );
  identity?.count(messages);
  // Only a request without acknowledgement is answered with a boolean.
  return answer as Promise<produceV9.ProduceResponse>;
}
