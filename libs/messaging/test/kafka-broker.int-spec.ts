import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import { describeBroker } from './broker-suite.js';
import { recordingLogger } from './lanes-app.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);

describeBroker('Kafka', () => new KafkaBroker(brokers, 'port-suite', recordingLogger()));
