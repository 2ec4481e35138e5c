/** From these values of Fleiss' kappa on, agreement is called so (Landis and Koch, 1977). */
const levels = [
  { from: 0.8, word: 'almost perfect' },
  { from: 0.6, word: 'substantial' },
  { from: 0.4, word: 'moderate' },
  { from: 0.2, word: 'fair' },
  { from: 0, word: 'slight' },
] as const;

/** Says what a value of Fleiss' kappa means. */
export function kappaWords(kappa: number): string {
  return levels.find(({ from }) => kappa >= from)?.word ?? 'worse than chance';
}
