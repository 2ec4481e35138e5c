import { invalidRequest, type AppError } from '@earshot/errors';
import { paramOf } from './param.js';

/** Interface, section 2. */
export const maxDepth = 64;

/**
 * What a body costs to check grows with its values, not its bytes: 32 MiB of `0,0,0` are 16 million. No honest request comes near this
 * many (a message is three), and this many take some ten milliseconds.
 */
export const maxValues = 100_000;

/** Something that is wrong, found before where it lies is known: the path is put together on the way up. */
interface Finding {
  readonly path: PropertyKey[];
  readonly refusal: (path: readonly PropertyKey[]) => AppError;
}

/**
 * Refuses what JSON can say but nothing behind us should ever meet: infinite numbers, `__proto__`, depth without end, too many values, and
 * (where asked for) texts that are not Unicode or hold NUL.
 *
 * @throws AppError, see `readJsonObject`.
 */
export function checkJsonValue(value: object, { texts }: { texts: boolean }): void {
  let values = 0;
  const look = (item: unknown, depth: number): Finding | undefined => {
    values += 1;
    if (values > maxValues) return found(tooMany);
    if (typeof item === 'string') return texts && !isSound(item) ? found(notUnicode) : undefined;
    if (typeof item === 'number') return Number.isFinite(item) ? undefined : found(outOfRange);
    if (typeof item !== 'object' || item === null) return undefined;
    if (depth > maxDepth) return found(tooDeep);
    return Array.isArray(item) ? lookAtList(item, depth) : lookAtFields(item as Record<string, unknown>, depth);
  };
  const lookAtList = (list: readonly unknown[], depth: number): Finding | undefined => {
    for (let at = 0; at < list.length; at++) {
      const finding = look(list[at], depth + 1);
      if (finding) return below(at, finding);
    }
    return undefined;
  };
  const lookAtFields = (fields: Record<string, unknown>, depth: number): Finding | undefined => {
    for (const name in fields) {
      if (name === '__proto__' || (texts && !isSound(name))) return below(name, found(forbiddenName));
      const finding = look(fields[name], depth + 1);
      if (finding) return below(name, finding);
    }
    return undefined;
  };
  const finding = look(value, 1);
  if (finding) throw finding.refusal(finding.path);
}

/** The refusal of a body that nests too deep. */
export function tooDeep(path: readonly PropertyKey[]): AppError {
  return refuse('json_too_deep', `The JSON is nested deeper than ${maxDepth} levels.`, path.slice(0, 3));
}

/** The refusal of a body that holds too much. */
export function tooMany(): AppError {
  return refuse('json_too_many_values', `The JSON has more than ${maxValues} values.`, []);
}

function outOfRange(path: readonly PropertyKey[]): AppError {
  return refuse('number_out_of_range', 'A number exceeds the range of a double.', path);
}

function notUnicode(path: readonly PropertyKey[]): AppError {
  return refuse('text_not_unicode', 'A string contains NUL or an unpaired surrogate.', path);
}

function forbiddenName(path: readonly PropertyKey[]): AppError {
  return refuse(
    'field_name_forbidden',
    'A field is named `__proto__`, or its name contains NUL or an unpaired surrogate.',
    path,
  );
}

function refuse(code: string, message: string, path: readonly PropertyKey[]): AppError {
  const param = paramOf(path);
  return invalidRequest(code, message, param === null ? {} : { param });
}

function found(refusal: Finding['refusal']): Finding {
  return { path: [], refusal };
}

function below(step: PropertyKey, finding: Finding): Finding {
  finding.path.unshift(step);
  return finding;
}

/** With the `u` flag a surrogate matches only where it is not half of a pair. */
function isSound(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
