import type { Interval } from './interval.js';
import { logBeta } from './log-beta.js';

/** Parameter of Jeffreys' prior, which is minimax for a share. */
const prior = 0.5;

/** Newton's method needs about ten steps. */
const precision = 1e-13;
const maxSteps = 100;

/**
 * A confidence sequence for the mean of observations in [0, 1]: with a probability of at least 1 - alpha all intervals
 * hold, at any number of observations and for any stopping rule.
 *
 * The set of all means m for which the beta-binomial mixture
 *
 *   M(m) = B(a + sum, a + count - sum) / (B(a, a) m^sum (1 - m)^(count - sum)),  a = 1/2,
 *
 * is below 1 / alpha. For every p the likelihood ratio (p/m)^x ((1-p)/(1-m))^(1-x) has an expectation of at most 1
 * where x is between 0 and 1 with mean m: it is exp(l x) / (1 - m + m exp(l)) for some l, and exp(l x) lies below its
 * chord (W. Hoeffding, JASA 58, 1963, lemma 1). So M, their mixture over p ~ Beta(a, a), is a non-negative
 * supermartingale, and reaches 1 / alpha with a probability of at most alpha (J. Ville, 1939; mixtures: H. Robbins,
 * Ann. Math. Stat. 41, 1970; this one: S. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, Ann. Stat. 49, 2021).
 *
 * @param sum of the observations, 0 to count.
 */
export function boundedMeanInterval(count: number, sum: number, alpha: number): Interval {
  // Sums are of rounded numbers.
  const successes = Math.min(count, Math.max(0, sum));
  const evidence = logBeta(prior + successes, prior + count - successes) - logBeta(prior, prior) + Math.log(alpha);
  return {
    low: lowEnd(count, successes, evidence),
    high: 1 - lowEnd(count, count - successes, evidence),
  };
}

/**
 * Where M is 1 / alpha, to the left of the mean: where the logarithm of its denominator's powers is as much as the
 * evidence.
 */
function lowEnd(count: number, sum: number, evidence: number): number {
  if (sum <= 0) return 0;
  const rest = count - sum;
  // In t = log m that logarithm, sum t + rest log(1 - e^t), is concave and grows up to the mean: Newton's steps from
  // the left never pass the root.
  let t = evidence / sum;
  for (let step = 0; step < maxSteps; step += 1) {
    const m = Math.exp(t);
    const next = t + (evidence - sum * t - rest * Math.log1p(-m)) / (sum - (rest * m) / (1 - m));
    if (!(next > t + precision)) break;
    t = next;
  }
  return Math.min(Math.exp(t), sum / count);
}
