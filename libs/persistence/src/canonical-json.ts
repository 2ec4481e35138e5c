import { configure } from 'safe-stable-stringify';

const stringify = configure({ deterministic: true, circularValue: Error });

/** JSON text that is the same for equal values, whatever the order of their fields. @throws TypeError what has no JSON text. */
export function canonicalJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('this has no JSON text');
  return text;
}
