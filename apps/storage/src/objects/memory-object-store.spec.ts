import { afterAll, beforeAll } from '@jest/globals';
import { describeObjectStore } from '../../test/object-store-suite.js';
import { MemoryObjectStore } from './memory-object-store.js';

const store = new MemoryObjectStore();

beforeAll(() => store.start());
afterAll(() => store.stop());

describeObjectStore('a store in memory', () => store);
