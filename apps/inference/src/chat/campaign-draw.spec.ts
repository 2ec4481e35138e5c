import { describe, expect, it } from '@jest/globals';
import { draw, unitOf, type Draw } from './campaign-draw.js';

const [one, two, three, usual] = [1, 2, 3, 4].map((last) => `0197a000-0000-7000-8000-00000000000${last}`) as [
  string,
  string,
  string,
  string,
];
const campaign = (changes: { id?: string; model_ids?: string[]; traffic_split?: number } = {}) => ({
  id: '0197a000-0000-7000-8000-0000000000c1',
  model_ids: [one, two, three],
  traffic_split: 0.4,
  ...changes,
});
const units = Array.from({ length: 20_000 }, (_, index) => `session-${index}`);
const outside = { forced: false, usualId: usual };
const draws = (of = campaign(), approach: { forced: boolean; usualId: string } = outside) =>
  units.map((unit) => draw(of, unit, approach));
const share = (all: Draw[], condition: (one: Draw) => boolean) => all.filter(condition).length / all.length;
/**
 * Of 20,000 lots a share is further from its probability than this, 4.5 standard deviations, once in 100,000 campaigns.
 */
const bound = 4.5 * Math.sqrt(0.25 / units.length);
const differs = (share: number, from: number) => Math.abs(share - from);

describe('the draw of a session in a campaign', () => {
  it('is reproducible, in any letter case of its id', () => {
    expect(draws()).toEqual(draws());
    const id = '0197A000-0000-7000-8000-00000000000F';
    expect(draw(campaign(), id, outside)).toEqual(draw(campaign(), id.toLowerCase(), outside));
  });

  it('selects the share of the split, equally over the models', () => {
    const all = draws();
    expect(
      differs(
        share(all, ({ takesPart }) => takesPart),
        0.4,
      ),
    ).toBeLessThan(bound);
    for (const id of [one, two, three]) {
      expect(
        differs(
          share(all, ({ modelId }) => modelId === id),
          0.4 / 3,
        ),
      ).toBeLessThan(bound);
    }
    expect(all.every(({ takesPart, modelId }) => takesPart === (modelId !== null))).toBe(true);
  });

  it('selects all with a split of 1, and none with 0', () => {
    expect(draws(campaign({ traffic_split: 1 })).every(({ takesPart }) => takesPart)).toBe(true);
    expect(draws(campaign({ traffic_split: 0 })).some(({ takesPart }) => takesPart)).toBe(false);
  });

  it('keeps its model when it is forced in, and then selects everybody', () => {
    const forced = draws(campaign(), { forced: true, usualId: usual });
    expect(forced.every(({ takesPart }) => takesPart)).toBe(true);
    for (const [index, { takesPart, modelId }] of draws().entries()) {
      if (takesPart) expect(forced[index]?.modelId).toBe(modelId);
    }
  });

  it('is independent of the draw in another campaign', () => {
    const here = draws();
    const there = draws(campaign({ id: '0197a000-0000-7000-8000-0000000000c2' }));
    const both = here.filter(({ takesPart }, index) => takesPart && there[index]?.takesPart).length / units.length;
    expect(differs(both, 0.4 * 0.4)).toBeLessThan(bound);
    const inHere = there.filter((_, index) => here[index]?.modelId === one);
    expect(
      differs(
        share(inHere, ({ modelId }) => modelId === one),
        0.4 / 3,
      ),
    ).toBeLessThan(0.04);
  });
});

describe('the propensity', () => {
  const probabilities = (all: Draw[], usualId: string) =>
    new Map(all.map(({ modelId, propensity }) => [modelId ?? usualId, propensity]));

  it.each([
    ['outside of the campaign', usual, [0.4 / 3, 0.4 / 3, 0.4 / 3, 0.6]],
    ['one of the campaign', two, [0.4 / 3, 0.4 / 3 + 0.6, 0.4 / 3]],
  ])('is that of the model, however it was drawn, with a default model %s', (_, usualId, expected) => {
    const all = draws(campaign(), { forced: false, usualId });
    const found = probabilities(all, usualId);
    expect([...found.keys()].sort()).toEqual([one, two, three, usual].slice(0, expected.length));
    for (const [index, id] of [one, two, three, usual].slice(0, expected.length).entries()) {
      expect(found.get(id)).toBeCloseTo(expected[index] as number, 12);
      expect(
        differs(
          share(all, ({ modelId }) => (modelId ?? usualId) === id),
          expected[index] as number,
        ),
      ).toBeLessThan(bound);
    }
    expect([...found.values()].reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 12);
  });

  it('is 1/n of n models for forced requests', () => {
    for (const usualId of [usual, two]) {
      const forced = draws(campaign(), { forced: true, usualId });
      expect(new Set(forced.map(({ propensity }) => propensity))).toEqual(new Set([1 / 3]));
    }
  });
});

describe('the unit of a draw', () => {
  const ids = { session_id: 'session', user: 'user' };

  it('is the session that its caller named', () => expect(unitOf(ids)).toBe('session'));

  it('is the user of a session that has only begun', () => expect(unitOf({ ...ids, new_session: true })).toBe('user'));

  it('is the session that begins with the request, when there is no user', () => {
    expect(unitOf({ session_id: 'session', user: null, new_session: true })).toBe('session');
  });
});
