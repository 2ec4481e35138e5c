/** A field of a resource before and after a change; null where it did not exist. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Fields = Readonly<Record<string, unknown>> | null;

/** Returns the fields that a change touched, in the order of the resource. */
export function changesBetween(before: Fields, after: Fields): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((field) => ({ field, before: textOf(before, field), after: textOf(after, field) }))
    .filter((change) => change.before !== change.after);
}

function textOf(fields: Fields, name: string): string | null {
  if (fields === null || !Object.hasOwn(fields, name)) return null;
  const value = fields[name];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
