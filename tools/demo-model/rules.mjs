/**
 * What is wrong with an answer by its rule, or null.
 *
 * @param {{ text: string, finishReason: string | null }} answer
 * @param {{ contains: string[], excludes: string[], maxCharacters?: number }} rule
 * @param {{ name?: string }} turn whose `name` stands for {name} in the rule.
 */
export function problemOf({ text, finishReason }, rule, { name }) {
  if (rule === undefined) throw new Error('a held-out question has no rule');
  if (finishReason !== 'stop') return `it ended with ${finishReason}`;
  const lower = text.toLowerCase();
  const has = (part) => lower.includes(part.replace('{name}', name ?? '{name}').toLowerCase());
  const missing = rule.contains.find((part) => !has(part));
  if (missing !== undefined) return `it lacks ${missing}`;
  const wrong = rule.excludes.find(has);
  if (wrong !== undefined) return `it has ${wrong}`;
  if (text.length > (rule.maxCharacters ?? Infinity)) return `it is longer than ${rule.maxCharacters} characters`;
  return null;
}
