/** Results of a pair: wins of the first, of the second, and ties. */
export interface Duel {
  /** Indexes of the two; at most one duel for each pair. */
  readonly one: number;
  readonly other: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Prior of half a win and half a loss for each pair, which keeps strengths finite. */
const priorWins = 0.5;

/** Convergence threshold; ten models need some hundred steps. */
const precision = 1e-9;
const maxSteps = 2_000;

/**
 * Strengths of the Bradley-Terry model with ties (R. Davidson, JASA 65, 1970): strength s beats strength t with
 * probability s / (s + t + v sqrt(s t)), and ties with v sqrt(s t) / (s + t + v sqrt(s t)). The geometric mean of the
 * strengths is 1.
 *
 * Maximum likelihood by minorisation-maximisation (D. Hunter, Ann. Stat. 32, 2004).
 *
 * @param count number of models.
 */
export function strengthsOf(count: number, duels: readonly Duel[]): number[] {
  const compared = withPrior(count, duels);
  const ties = duels.reduce((sum, duel) => sum + duel.ties, 0);
  let strengths = Array.from({ length: count }, () => 1);
  let tieFactor = ties === 0 ? 0 : 1;
  for (let step = 0; step < maxSteps; step += 1) {
    const next = updatedStrengths(strengths, tieFactor, compared);
    const largestChange = Math.max(
      ...next.map((strength, index) => Math.abs(Math.log(strength / (strengths[index] as number)))),
    );
    const nextFactor = ties === 0 ? 0 : ties / sumOf(compared, (duel) => duel.total * tieShare(next, tieFactor, duel));
    const converged = largestChange < precision && Math.abs(nextFactor - tieFactor) < precision * (1 + tieFactor);
    strengths = next;
    tieFactor = nextFactor;
    if (converged) break;
  }
  return strengths;
}

/** A duel with its prior. */
interface PairTotal {
  readonly one: number;
  readonly other: number;
  readonly total: number;
  /** What counts for each: wins and half of the ties. */
  readonly forOne: number;
  readonly forOther: number;
}

function withPrior(count: number, duels: readonly Duel[]): PairTotal[] {
  const compared: PairTotal[] = [];
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      compared.push({ one, other, total: 2 * priorWins, forOne: priorWins, forOther: priorWins });
    }
  }
  return [
    ...compared,
    ...duels.map(({ one, other, wins, losses, ties }) => ({
      one,
      other,
      total: wins + losses + ties,
      forOne: wins + ties / 2,
      forOther: losses + ties / 2,
    })),
  ];
}

function updatedStrengths(strengths: readonly number[], tieFactor: number, compared: readonly PairTotal[]): number[] {
  const weights = strengths.map(() => 0);
  const scores = strengths.map(() => 0);
  for (const duel of compared) {
    const [s, t] = [strengths[duel.one] as number, strengths[duel.other] as number];
    const share = duel.total / (s + t + tieFactor * Math.sqrt(s * t));
    add(scores, duel.one, duel.forOne);
    add(scores, duel.other, duel.forOther);
    // sqrt(s t) lies below its linear bound at the present strengths, half of it for each of the two.
    add(weights, duel.one, share * (1 + (tieFactor / 2) * Math.sqrt(t / s)));
    add(weights, duel.other, share * (1 + (tieFactor / 2) * Math.sqrt(s / t)));
  }
  const unscaled = scores.map((score, index) => score / (weights[index] as number));
  const geometricMean = Math.exp(unscaled.reduce((sum, strength) => sum + Math.log(strength), 0) / unscaled.length);
  return unscaled.map((strength) => strength / geometricMean);
}

function tieShare(strengths: readonly number[], tieFactor: number, { one, other }: PairTotal): number {
  const [s, t] = [strengths[one] as number, strengths[other] as number];
  return Math.sqrt(s * t) / (s + t + tieFactor * Math.sqrt(s * t));
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

function add(numbers: number[], index: number, amount: number): void {
  numbers[index] = (numbers[index] as number) + amount;
}
