export { KafkaUser, KafkaUsers } from './kafka-users.js';
export { MemoryBroker } from './memory/memory-broker.js';
export { ReplicaDouble } from './replica-double.js';
export { SecureKafka } from './secure-kafka.js';
export { until, waitFor } from './until.js';
