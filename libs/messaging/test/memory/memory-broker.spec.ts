import { describeBroker } from '../broker-suite.js';
import { describeReadNew } from '../read-new-suite.js';
import { MemoryBroker } from './memory-broker.js';

describeBroker('in memory', () => new MemoryBroker());
describeReadNew('in memory', () => new MemoryBroker());
