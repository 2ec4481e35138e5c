import murmurhash from 'murmurhash';
import type { OutgoingRecord } from '../broker.port.js';
import type { Leader } from './cluster.js';
import type { PartitionRecords } from './codec/produce.js';
import type { Address } from './network.js';

/** The records of one send that go to one broker. */
export interface OutgoingBatch {
  readonly node: Address;
  readonly partitions: readonly PartitionRecords[];
}

/** Chooses partitions as Kafka's own clients do, so that a key is found again whichever client wrote it. */
export type Partitioner = (record: OutgoingRecord, leaders: readonly Leader[]) => number;

/** `org.apache.kafka.common.utils.Utils.murmur2`. kafkajs has the same hash, with objects for its integers, at five times the cost. */
const keySeed = 0x97_47_b2_8c;

/** How long records without key and partition go to one partition, ms: twice as long as readers of events let them gather, so that few transactions write them. */
const turnMs = 200;

/**
 * A partitioner of a producer. Records without key and partition go together for a while, so that what is sent together is one batch for the broker
 * and one transaction for a reader; then the next partition has its turn, so that no reader has more to do than another.
 */
export function newPartitioner(): Partitioner {
  let turn = 0;
  let nextTurnAt = 0;
  return ({ partition, key }, leaders) => {
    if (partition !== undefined) return partition;
    if (key === null) {
      const now = Date.now();
      if (now >= nextTurnAt) {
        nextTurnAt = now + turnMs;
        turn += 1;
      }
      return firstLed(leaders, turn % leaders.length);
    }
    return (murmurhash.v2(key, keySeed) & 0x7f_ff_ff_ff) % leaders.length;
  };
}

/** The partition, or the first one after it that has a leader at the moment; itself where none has. */
function firstLed(leaders: readonly Leader[], partition: number): number {
  const after = leaders.findIndex((leader, number) => number >= partition && leader !== undefined);
  if (after >= 0) return after;
  return Math.max(
    0,
    leaders.findIndex((leader) => leader !== undefined),
  );
}

/**
 * The records by the broker that leads their partition.
 *
 * @param leaders of every topic among them.
 * @param leaderless is told of those whose partition has no leader at the moment.
 */
export function toBatches(
  records: readonly OutgoingRecord[],
  leaders: ReadonlyMap<string, readonly Leader[]>,
  partitionOf: Partitioner,
  leaderless: (record: OutgoingRecord) => void,
): OutgoingBatch[] {
  const nodes = new Map<string, { node: Address; partitions: Map<string, Growing> }>();
  for (const record of records) {
    const ofTopic = leaders.get(record.topic) ?? [];
    const partition = partitionOf(record, ofTopic);
    const node = ofTopic[partition];
    if (node === undefined) leaderless(record);
    else {
      const key = `${node.host}:${node.port}`;
      let batch = nodes.get(key);
      if (batch === undefined) nodes.set(key, (batch = { node, partitions: new Map() }));
      add(batch.partitions, record, partition);
    }
  }
  return Array.from(nodes.values(), ({ node, partitions }) => ({ node, partitions: [...partitions.values()] }));
}

interface Growing extends PartitionRecords {
  readonly records: OutgoingRecord[];
}

function add(partitions: Map<string, Growing>, record: OutgoingRecord, partition: number): void {
  const { topic } = record;
  const key = `${topic}:${partition}`;
  const known = partitions.get(key);
  if (known === undefined) partitions.set(key, { topic, partition, records: [record] });
  else known.records.push(record);
}
