import type { Logger } from '../../logger.js';
import { sleep } from '../back-off.js';
import type { BrokerProducer, Durability, OutgoingRecord } from '../broker.port.js';
import { MissingTopicsError } from '../missing-topics-error.js';
import type { Cluster, Leader } from './cluster.js';
import { decodeProduced, encodeProduce, produceApi, type Produced } from './codec/produce.js';
import { anyProducer } from './codec/record-batch.js';
import { errorCodes, isPassing, KafkaError } from './kafka-errors.js';
import type { NodeLink } from './node-link.js';
import { NodeLinks } from './node-links.js';
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
  readonly #links: NodeLinks;
  #identity: ProducerIdentity | undefined;
  /** Sends that wait for what is not at hand, and the last of them. */
  #waiting = 0;
  #lastWaiting: Promise<void> = Promise.resolve();
  #failing = false;

  constructor(cluster: Cluster, durability: Durability, logger: Logger) {
    this.#cluster = cluster;
    this.#durability = durability;
    this.#logger = logger;
    this.#links = new NodeLinks(cluster);
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

  close(): Promise<void> {
    return this.#links.close();
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
    try {
      const { batches, answers, refused } = await this.#dispatch(records, missing);
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

  /** Sends them at once where all is at hand and nothing waits before them, so that they leave in the order of the calls. */
  #dispatch(records: readonly OutgoingRecord[], missing: Set<string>): Dispatched | Promise<Dispatched> {
    const topics = new Set(records.map(({ topic }) => topic));
    const dispatched = this.#waiting === 0 ? this.#dispatchNow(records, topics) : undefined;
    if (dispatched !== undefined) return dispatched;
    this.#waiting += 1;
    const waiting = this.#lastWaiting
      .then(() => this.#dispatchLater(records, topics, missing))
      .finally(() => (this.#waiting -= 1));
    this.#lastWaiting = waiting.then(
      () => undefined,
      () => undefined,
    );
    return waiting;
  }

  /** @returns undefined: something has to be found out first. */
  #dispatchNow(records: readonly OutgoingRecord[], topics: ReadonlySet<string>): Dispatched | undefined {
    const leaders = this.#cluster.knownLeadersOf(topics);
    const identity = this.#identity;
    if (leaders.size < topics.size || (this.#durability === 'all' && identity?.isFresh !== true)) return undefined;
    const { batches, refused } = this.#batchesOf(records, leaders);
    const links = batches.map(({ node }) => this.#links.openTo(node));
    return links.every((link) => link !== undefined) ? dispatch(batches, links, { identity, refused }) : undefined;
  }

  async #dispatchLater(
    records: readonly OutgoingRecord[],
    topics: ReadonlySet<string>,
    missing: Set<string>,
  ): Promise<Dispatched> {
    const leaders = await this.#cluster.leadersOf(topics);
    for (const topic of topics) if (!leaders.has(topic)) missing.add(topic);
    const sendable = records.filter(({ topic }) => leaders.has(topic));
    const { batches, refused } = this.#batchesOf(sendable, leaders);
    const identity = this.#durability === 'all' ? await this.#currentIdentity() : undefined;
    const links = await Promise.all(batches.map(({ node }) => this.#links.to(node)));
    return dispatch(batches, links, { identity, refused });
  }

  async #currentIdentity(): Promise<ProducerIdentity> {
    if (this.#identity?.isFresh === true) return this.#identity;
    return (this.#identity = await ProducerIdentity.obtain(this.#cluster));
  }

  #batchesOf(
    records: readonly OutgoingRecord[],
    leaders: ReadonlyMap<string, readonly Leader[]>,
  ): Pick<Dispatched, 'batches' | 'refused'> {
    const refused: Refused[] = [];
    const batches = toBatches(records, leaders, this.#partitionOf, (record) => {
      this.#cluster.forget(record.topic);
      refused.push({ record, reason: new Error(`nobody leads a partition of topic ${record.topic}`) });
    });
    return { batches, refused };
  }

  /** @throws KafkaError: refused for good. */
  #refusedOf({ partitions }: OutgoingBatch, answer: readonly Produced[]): Refused[] {
    const refused: Refused[] = [];
    for (const { topic, partition, errorCode } of answer) {
      if (errorCode === 0 || errorCode === errorCodes.duplicateSequence) continue;
      const reason = new KafkaError(errorCode, `topic ${topic}`);
      this.#cluster.forget(topic);
      if (!isPassing(errorCode)) throw reason;
      const sent = partitions.find((each) => each.topic === topic && each.partition === partition);
      for (const record of sent?.records ?? []) refused.push({ record, reason });
    }
    return refused;
  }
}

/** What is on its way. */
interface Dispatched {
  readonly batches: readonly OutgoingBatch[];
  readonly answers: Promise<Produced[][]>;
  readonly refused: Refused[];
}

/** A record that the broker did not take. */
interface Refused {
  readonly record: OutgoingRecord;
  readonly reason: Error;
}

function dispatch(
  batches: readonly OutgoingBatch[],
  links: readonly NodeLink[],
  { identity, refused }: { identity: ProducerIdentity | undefined; refused: Refused[] },
): Dispatched {
  const answers = Promise.all(batches.map((batch, index) => produce(links[index] as NodeLink, batch, identity)));
  // Waited for by the caller, in its turn.
  answers.catch(() => undefined);
  return { batches, answers, refused };
}

function produce(link: NodeLink, { partitions }: OutgoingBatch, identity?: ProducerIdentity): Promise<Produced[]> {
  const payload = encodeProduce({
    acks: identity === undefined ? 1 : -1,
    timeoutMs: produceTimeoutMs,
    partitions,
    originOf: (each) => identity?.originOf(each) ?? anyProducer,
  });
  return link.send({ api: produceApi, payload, decode: decodeProduced });
}
