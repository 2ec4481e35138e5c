import type { ReviewAgreement } from '@earshot/contracts-feedback';
import type { CountedReview } from './reviews.repository.js';

/** Reviewers whose pairs are compared: at most 190 pairs. */
export const maxReviewers = 20;

/** Counts of each category of an item. */
type Ratings = ReadonlyMap<string, number>;

/** Computes the agreement of the reviews of a queue; each reviewer has at most one review of an item. */
export function agreementOf(reviews: readonly CountedReview[]): ReviewAgreement {
  const byItem = Map.groupBy(reviews, ({ item_id }) => item_id);
  const shared = [...byItem.values()].filter((own) => own.length >= 2);
  const ratings = shared.map((own) => countsOf(own.map(({ category }) => category)));
  const reviewers = reviewersOf(reviews);
  return {
    items: shared.length,
    reviewers,
    agreement: pairwiseAgreement(ratings),
    fleiss_kappa: fleissKappa(ratings),
    pairs: pairsOf(
      shared,
      reviewers.map(({ reviewer }) => reviewer),
    ),
  };
}

/** Share of the pairs of ratings of one item that are equal; null without pairs. */
export function pairwiseAgreement(items: readonly Ratings[]): number | null {
  const pairs = sumOf(items.map((counts) => pairCount(totalOf(counts))));
  return pairs === 0 ? null : sumOf(items.map(agreeingPairs)) / pairs;
}

/**
 * Computes Fleiss' kappa, (P - Pe) / (1 - Pe). P is the mean over the items of the share of pairs of ratings that
 * agree, Pe the sum of the squared shares of the categories in all ratings. Items may have different numbers of
 * ratings.
 *
 * Source: J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (1971)
 * 378-382.
 *
 * @param items counts of each category, at least two ratings each.
 * @returns null without items, or if all ratings have one category.
 */
export function fleissKappa(items: readonly Ratings[]): number | null {
  if (items.length === 0) return null;
  const observed = sumOf(items.map((counts) => agreeingPairs(counts) / pairCount(totalOf(counts)))) / items.length;
  const totals = new Map<string, number>();
  for (const [category, count] of items.flatMap((counts) => [...counts]))
    totals.set(category, (totals.get(category) ?? 0) + count);
  if (totals.size === 1) return null;
  const all = totalOf(totals);
  const expected = sumOf([...totals.values()].map((count) => (count / all) ** 2));
  return (observed - expected) / (1 - expected);
}

/** The reviewers with the most reviews. */
function reviewersOf(reviews: readonly CountedReview[]): ReviewAgreement['reviewers'] {
  return [...countsOf(reviews.map(({ reviewer }) => reviewer))]
    .map(([reviewer, count]) => ({ reviewer, reviews: count }))
    .sort((one, other) => other.reviews - one.reviews || (one.reviewer < other.reviewer ? -1 : 1))
    .slice(0, maxReviewers);
}

function pairsOf(items: readonly (readonly CountedReview[])[], reviewers: readonly string[]): ReviewAgreement['pairs'] {
  const categories = items.map((own) => new Map(own.map(({ reviewer, category }) => [reviewer, category])));
  return reviewers.flatMap((one, index) =>
    reviewers.slice(index + 1).flatMap((other) => {
      const both = categories.filter((own) => own.has(one) && own.has(other));
      if (both.length === 0) return [];
      const agreement = both.filter((own) => own.get(one) === own.get(other)).length / both.length;
      return [{ reviewers: [one, other] as [string, string], items: both.length, agreement }];
    }),
  );
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function agreeingPairs(counts: Ratings): number {
  return sumOf([...counts.values()].map(pairCount));
}

function pairCount(count: number): number {
  return (count * (count - 1)) / 2;
}

function totalOf(counts: Ratings): number {
  return sumOf([...counts.values()]);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
