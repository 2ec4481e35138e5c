import { describeBroker } from '../broker-suite.js';
import { MemoryBroker } from './memory-broker.js';

describeBroker('in memory', () => new MemoryBroker());
