/** The number that a text states; undefined for an empty text. */
export function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

/** What is wrong with a text that should be empty or a number; null for nothing. */
export function numberProblem(text: string): string | null {
  return Number.isFinite(numberOf(text) ?? 0) ? null : 'Enter a number.';
}

/** The lines of a text without empty ones. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
