import { describe, expect, it } from '@jest/globals';
import { agreementOf, fleissKappa, maxReviewers, pairwiseAgreement } from './agreement.js';

// Ten subjects, fourteen raters and five categories: https://en.wikipedia.org/wiki/Fleiss%27_kappa#Worked_example
const published = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
].map((counts) => new Map(counts.map((count, index) => [String(index), count])));

const by = (item_id: string, decisions: Record<string, string>) =>
  Object.entries(decisions).map(([reviewer, category]) => ({ item_id, reviewer, category }));

describe('agreement', () => {
  it("is Fleiss' kappa of the published example", () => {
    expect(fleissKappa(published)).toBeCloseTo(0.21, 3);
    expect(pairwiseAgreement(published)).toBeCloseTo(0.378, 3);
  });

  it('is undefined without two reviews of one item, and kappa also with one category', () => {
    expect(agreementOf(by('a', { ada: 'first' }))).toMatchObject({ items: 0, agreement: null, fleiss_kappa: null });
    const same = by('a', { ada: 'first', grace: 'first' });
    expect(agreementOf(same)).toMatchObject({ items: 1, agreement: 1, fleiss_kappa: null });
  });

  it('of two reviewers counts the items that both reviewed', () => {
    const reviews = [
      ...by('a', { ada: 'first', grace: 'first' }),
      ...by('b', { ada: 'first', grace: 'second' }),
      ...by('c', { ada: 'second', alan: 'second' }),
      ...by('d', { ada: 'good' }),
    ];
    expect(agreementOf(reviews)).toMatchObject({
      items: 3,
      reviewers: [
        { reviewer: 'ada', reviews: 4 },
        { reviewer: 'grace', reviews: 2 },
        { reviewer: 'alan', reviews: 1 },
      ],
      agreement: 2 / 3,
      pairs: [
        { reviewers: ['ada', 'grace'], items: 2, agreement: 0.5 },
        { reviewers: ['ada', 'alan'], items: 1, agreement: 1 },
      ],
    });
  });

  it('shows only the reviewers with the most reviews', () => {
    const many = Array.from({ length: maxReviewers + 5 }, (_, number) =>
      by(String(number % 2), { [`r${number}`]: 'first' }),
    );
    expect(agreementOf(many.flat()).reviewers).toHaveLength(maxReviewers);
  });
});
