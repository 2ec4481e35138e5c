import { describe, expect, it } from '@jest/globals';
import { breaks, retired } from './compatibility.mjs';
import { topicsPath } from './files.mjs';

const path = 'reviews/schema/review-made.v1.event.json';
const event = (properties, required = []) => ({ type: 'object', properties, required, additionalProperties: false });
const topic = (more = {}) => ({
  'reviews.made': { lane: 'event', partitions: 16, types: ['review-made.v1'], ...more },
});
const topicsOf = (before, after) => breaks(new Map([[topicsPath, before]]), new Map([[topicsPath, after]]));

describe('contracts of two concurrent versions', () => {
  it('are compatible after an optional field or a message is added', () => {
    const before = new Map([[path, event({ a: { type: 'string' } }, ['a'])]]);
    const after = new Map([
      [path, event({ a: { type: 'string' }, b: { type: 'string' } }, ['a'])],
      ['reviews/schema/review-made.v2.event.json', event({ b: { type: 'string' } }, ['b'])],
    ]);
    expect(breaks(before, after)).toEqual([]);
  });

  it('are incompatible when readers of one version reject messages of the other', () => {
    const [narrow, wide] = [event({ a: { enum: ['x'] } }), event({ a: { enum: ['x', 'y'] } })];
    const one = (schema) => new Map([[path, schema]]);
    expect(breaks(one(narrow), one(wide))).toEqual([
      `${path}: readers of the previous version reject new messages: a: "y" is rejected`,
    ]);
    expect(breaks(one(wide), one(narrow))).toEqual([
      `${path}: new readers reject messages of the previous version: a: "y" is rejected`,
    ]);
  });

  it('are incompatible when a message changes its topic or its partition key', () => {
    expect(topicsOf(topic(), topic({ partitions: 32 }))[0]).toContain('had 16 partitions, now 32');
    expect(topicsOf(topic(), topic({ lane: 'state' }))[0]).toContain('was a event topic, now a state topic');
    const moved = { ...topic({ types: [] }), elsewhere: { lane: 'event', partitions: 1, types: ['review-made.v1'] } };
    expect(topicsOf(topic(), moved)).toEqual(['review-made.v1: moved from reviews.made to elsewhere']);
  });

  it('are compatible when partitions are added, never when removed', () => {
    const work = (partitions) => ({ 'x.work': { lane: 'work', partitions, types: [] } });
    expect(topicsOf(work(12), work(24))).toEqual([]);
    expect(topicsOf(work(24), work(12))).toHaveLength(1);
  });

  it('may lack messages, which are reported', () => {
    const before = new Map([[path, event({})]]);
    expect(breaks(before, new Map())).toEqual([]);
    expect(retired(before, new Map())).toEqual([path]);
  });
});
