/**
 * Creates the topics that the contracts declare, as far as they are missing. Settings: KAFKA_BROKERS (host:port,...) and
 * KAFKA_CLIENT_PROPERTIES (a file; none: neither TLS nor SASL).
 */
import { topics } from '@earshot/contracts';
import { ensureTopics, readClientProperties } from '@earshot/messaging';

const { KAFKA_BROKERS, KAFKA_CLIENT_PROPERTIES: file } = process.env;
const brokers = (KAFKA_BROKERS ?? '').split(',').filter((broker) => broker !== '');
if (brokers.length === 0) throw new Error('KAFKA_BROKERS must name at least one broker, as in 127.0.0.1:9092.');
await ensureTopics({ brokers, security: file ? readClientProperties(file) : undefined }, topics);
