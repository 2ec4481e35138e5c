import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractsByOwner, topics } from './index.js';
import { partsOf } from './schemas.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const owned = Object.entries(contractsByOwner).flatMap(([owner, contracts]) =>
  contracts.map((contract) => ({ owner, contract, type: contract.type })),
);

describe('the catalogue of messages', () => {
  it('has every type and every topic once, and every contract on a declared topic', () => {
    expect(new Set(owned.map(({ type }) => type)).size).toBe(owned.length);
    expect(new Set(topics.map(({ name }) => name)).size).toBe(topics.length);
    expect(owned.filter(({ contract }) => !topics.includes(contract.topic))).toEqual([]);
  });

  it('gives every state topic exactly one partition, so that an offset says how much of it was read', () => {
    const states = topics.filter(({ lane }) => lane === 'state');
    expect(states.map(({ partitions }) => partitions)).toEqual(states.map(() => 1));
  });

  it('keeps requests of clients for 10 minutes at most', () => {
    // The default of brokers for `log.retention.check.interval.ms`.
    const lookedForEveryMs = 300_000;
    const works = topics.filter(({ lane }) => lane === 'work');
    expect(works.length).toBeGreaterThan(0);
    for (const { config, deadLetters } of works) {
      const steps = ['segment.ms', 'retention.ms', 'file.delete.delay.ms'].map((name) => Number(config[name]));
      expect(steps.reduce((sum, ms) => sum + ms, lookedForEveryMs)).toBeLessThanOrEqual(600_000);
      expect(deadLetters).toBeUndefined();
    }
  });

  it.each(owned)('$type has an example of each part that fits', ({ owner, contract, type }) => {
    for (const [part, schema] of Object.entries(partsOf(contract))) {
      const directory = `${owner}/examples/${type}`;
      const names = readdirSync(join(root, directory)).filter((name) => name.startsWith(part));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        const example = JSON.parse(read(`${directory}/${name}`)) as unknown;
        // Parsed and unchanged: an example shows no field that the schema does not know.
        expect(schema.parse(example)).toEqual(example);
      }
    }
  });
});
