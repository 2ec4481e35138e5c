import { protocolErrorsCodesById } from '@platformatic/kafka';

/** Codes of the Kafka protocol, as far as they are told apart here. */
export const errorCodes = {
  offsetOutOfRange: 1,
  unknownTopic: 3,
  coordinatorLoading: 14,
  duplicateSequence: 46,
  unknownFetchSession: 70,
  invalidFetchSessionEpoch: 71,
} as const;

/** What is over once somebody else leads the partition, or its topic is made: known from another look at the cluster. */
const passing = new Set<number>([
  errorCodes.unknownTopic,
  5, // LEADER_NOT_AVAILABLE
  6, // NOT_LEADER_OR_FOLLOWER
  9, // REPLICA_NOT_AVAILABLE
  45, // OUT_OF_ORDER_SEQUENCE_NUMBER: what the producer sent before was refused
  56, // KAFKA_STORAGE_ERROR
  74, // FENCED_LEADER_EPOCH
  75, // UNKNOWN_LEADER_EPOCH
]);

/** Whether a look at who leads what now may help. */
export function isPassing(code: number): boolean {
  return passing.has(code);
}

/** A broker's refusal. */
export class KafkaError extends Error {
  /** Of the Kafka protocol. */
  readonly code: number;

  constructor(code: number, what: string) {
    super(`${what}: ${(protocolErrorsCodesById as Readonly<Record<number, string>>)[code] ?? code}`);
    this.name = 'KafkaError';
    this.code = code;
  }
}
