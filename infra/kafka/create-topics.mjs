/** Creates the topics that the contracts declare, as far as they are missing. Setting: KAFKA_BROKERS (host:port,...). */
import { topics } from '@earshot/contracts';
import { ensureTopics } from '@earshot/messaging';

const brokers = (process.env.KAFKA_BROKERS ?? '').split(',').filter((broker) => broker !== '');
if (brokers.length === 0) throw new Error('KAFKA_BROKERS must name at least one broker, as in 127.0.0.1:9092.');
await ensureTopics(brokers, topics);
