import { describe, expect, it } from '@jest/globals';
import { transientConfig, type Topic } from '@earshot/contracts-core';
import { acls, contractsByOwner, principals, topicAccess, topics } from './index.js';

const owned = Object.entries(contractsByOwner).flatMap(([owner, contracts]) =>
  contracts.map((contract) => ({ owner, contract, type: contract.type })),
);

const minuteMs = 60_000;

/**
 * How long the first record of a segment may be there, with a broker's defaults for `log.retention.check.interval.ms`
 * and `file.delete.delay.ms`.
 */
function longestMs(config: Topic['config']): number {
  const { 'segment.ms': segment, 'retention.ms': retention, 'file.delete.delay.ms': deleting = 60_000 } = config;
  return [segment, retention, deleting].reduce<number>((sum, ms) => sum + Number(ms), 5 * minuteMs);
}

describe('the catalogue of messages', () => {
  it('has every type and topic once, and every contract on a declared topic', () => {
    expect(new Set(owned.map(({ type }) => type)).size).toBe(owned.length);
    expect(new Set(topics.map(({ name }) => name)).size).toBe(topics.length);
    expect(owned.filter(({ contract }) => !topics.includes(contract.topic))).toEqual([]);
  });

  it('gives every state topic exactly one partition, so that one offset orders it', () => {
    const states = topics.filter(({ lane }) => lane === 'state');
    expect(states.map(({ partitions }) => partitions)).toEqual(states.map(() => 1));
  });

  it('lists writers and readers of each topic; state has one writer', () => {
    const owned = topics.filter(({ name }) => !name.endsWith('.dead-letters'));
    expect(Object.keys(topicAccess).sort()).toEqual(owned.map(({ name }) => name).sort());
    for (const { name, lane, producer } of owned)
      if (lane === 'state') expect(topicAccess[name]?.writers).toEqual([producer]);
  });

  it('lets only its service read, create or delete a reply topic', () => {
    for (const service of principals.filter((who) => who !== 'jobs')) {
      const ofInboxes = acls.filter(
        ({ principal, resource, names }) =>
          principal === service && resource === 'topic' && names.some((name) => name.startsWith('inbox.')),
      );
      expect(ofInboxes.map(({ names, operations }) => ({ names, operations }))).toEqual([
        { names: ['inbox.'], operations: ['Write', 'Describe'] },
        { names: [`inbox.${service}.`], operations: expect.not.arrayContaining(['Write']) },
      ]);
    }
  });

  it('keeps requests and answers in transit for 10 minutes at most', () => {
    const works = topics.filter(({ lane }) => lane === 'work');
    expect(works.map(({ config }) => config)).toEqual(works.map(() => transientConfig));
    expect(longestMs(transientConfig)).toBeLessThanOrEqual(10 * minuteMs);
    expect(works.map(({ deadLetters }) => deadLetters)).toEqual(works.map(() => undefined));
  });

  it.each([
    ['event', 30],
    ['command', 7],
  ] as const)('keeps records of %s topics for %i days at most, dead letters for 30', (lane, days) => {
    const own = topics.filter((topic) => topic.lane === lane);
    expect(own.filter(({ deadLetters }) => deadLetters !== undefined).length).toBeGreaterThan(3);
    for (const { config, deadLetters } of own) {
      const most = (deadLetters === undefined ? 30 : days) * 24 * 60 * minuteMs;
      expect(longestMs(config)).toBeLessThanOrEqual(most);
      expect(longestMs(config)).toBeGreaterThan(most - 60 * minuteMs);
    }
  });
});
