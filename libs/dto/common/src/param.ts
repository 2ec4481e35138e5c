/** Maximum length of a path in a response; callers choose names. */
const maxLength = 200;

/** Formats a path, such as `messages[2].content`; null for the whole value. */
export function paramOf(path: readonly PropertyKey[]): string | null {
  if (path.length === 0) return null;
  const text = path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : named(String(step), at === 0)))
    .join('');
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Returns the value at a path; undefined if absent. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

function named(name: string, first: boolean): string {
  if (/^[\w-]+$/.test(name)) return first ? name : `.${name}`;
  return `[${JSON.stringify(name.slice(0, maxLength))}]`;
}
