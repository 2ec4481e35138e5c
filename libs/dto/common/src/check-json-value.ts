import { invalidRequest, type AppError } from '@earshot/errors';
import { paramOf } from './param.js';

/** Maximum depth of a body. */
export const maxDepth = 64;

/** Maximum number of values, which take about 10 ms to check. A chat message has three. */
export const maxValues = 100_000;

/** An error whose path is completed while the recursion returns. */
interface Finding {
  readonly path: PropertyKey[];
  readonly errorAt: (path: readonly PropertyKey[]) => AppError;
}

/**
 * Rejects infinite numbers, `__proto__`, depth, too many values, and with `texts` invalid strings.
 * @throws AppError as `readJsonObject`
 */
export function checkJsonValue(value: object, { texts }: { texts: boolean }): void {
  let values = 0;
  const check = (item: unknown, depth: number): Finding | undefined => {
    values += 1;
    if (values > maxValues) return found(tooMany);
    if (typeof item === 'string') return texts && !isValid(item) ? found(notUnicode) : undefined;
    if (typeof item === 'number') return Number.isFinite(item) ? undefined : found(outOfRange);
    if (typeof item !== 'object' || item === null) return undefined;
    if (depth > maxDepth) return found(tooDeep);
    return Array.isArray(item) ? checkList(item, depth) : checkFields(item as Record<string, unknown>, depth);
  };
  const checkList = (list: readonly unknown[], depth: number): Finding | undefined => {
    for (let at = 0; at < list.length; at++) {
      const finding = check(list[at], depth + 1);
      if (finding) return below(at, finding);
    }
    return undefined;
  };
  const checkFields = (fields: Record<string, unknown>, depth: number): Finding | undefined => {
    for (const name in fields) {
      if (name === '__proto__' || (texts && !isValid(name))) return below(name, found(forbiddenName));
      const finding = check(fields[name], depth + 1);
      if (finding) return below(name, finding);
    }
    return undefined;
  };
  const finding = check(value, 1);
  if (finding) throw finding.errorAt(finding.path);
}

/** The JSON is nested too deeply. */
export function tooDeep(path: readonly PropertyKey[]): AppError {
  return jsonError('json_too_deep', `The JSON is nested deeper than ${maxDepth} levels.`, path.slice(0, 3));
}

/** The JSON has too many values. */
export function tooMany(): AppError {
  return jsonError('json_too_many_values', `The JSON has more than ${maxValues} values.`, []);
}

function outOfRange(path: readonly PropertyKey[]): AppError {
  return jsonError('number_out_of_range', 'A number exceeds the range of a double.', path);
}

function notUnicode(path: readonly PropertyKey[]): AppError {
  return jsonError('text_not_unicode', 'A string contains NUL or an unpaired surrogate.', path);
}

function forbiddenName(path: readonly PropertyKey[]): AppError {
  return jsonError(
    'field_name_forbidden',
    'A field is named `__proto__`, or its name contains NUL or an unpaired surrogate.',
    path,
  );
}

function jsonError(code: string, message: string, path: readonly PropertyKey[]): AppError {
  const param = paramOf(path);
  return invalidRequest(code, message, param === null ? {} : { param });
}

function found(errorAt: Finding['errorAt']): Finding {
  return { path: [], errorAt };
}

function below(step: PropertyKey, finding: Finding): Finding {
  finding.path.unshift(step);
  return finding;
}

/** With the `u` flag only lone surrogates match. */
function isValid(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
