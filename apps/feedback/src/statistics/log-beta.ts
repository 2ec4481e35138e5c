/**
 * Coefficients for g = 7, n = 9; C. Lanczos, "A Precision Approximation of the Gamma Function", SIAM J. Numer. Anal. B
 * 1 (1964).
 */
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function of a positive number, to some 14 digits. */
export function logGamma(x: number): number {
  // Gamma(x) = Gamma(x + 1) / x: the approximation is one of Gamma(z + 1) for z >= 0.
  if (x < 1) return logGamma(x + 1) - Math.log(x);
  const z = x - 1;
  let series = 0.99999999999980993;
  for (let index = 0; index < lanczos.length; index += 1) series += (lanczos[index] as number) / (z + index + 1);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series);
}

/** The logarithm of the beta function of two positive numbers. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}
