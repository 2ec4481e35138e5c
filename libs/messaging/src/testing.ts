export { MemoryBroker } from './broker/memory/memory-broker.js';
