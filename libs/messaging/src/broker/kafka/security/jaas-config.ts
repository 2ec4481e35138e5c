/** `<login module> required name="value" ...;`, as Java's clients have it. */
const loginModule = /^\s*[\w.$]+\s+required\s+(.*?);\s*$/s;
const option = /\s*(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))\s*/gsy;

/**
 * The options of the one login module in a `sasl.jaas.config`.
 *
 * @returns undefined where it has another form.
 */
export function jaasOptions(text: string): ReadonlyMap<string, string> | undefined {
  const given = loginModule.exec(text)?.[1];
  if (given === undefined) return undefined;
  const matches = [...given.matchAll(option)];
  if (matches.map(([whole]) => whole).join('') !== given) return undefined;
  return new Map(
    matches.map(([, name = '', quoted, bare]) => [name, bare ?? quoted?.replaceAll(/\\(.)/gs, '$1') ?? '']),
  );
}
