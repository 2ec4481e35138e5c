/** `<login module> required name="value" ...;`, the JAAS form of Java clients. */
const loginModule = /^\s*[\w.$]+\s+required\s+(.*?);\s*$/s;
const option = /\s*(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))\s*/gsy;

/** Parses the options of a `sasl.jaas.config` with one login module. @returns undefined for any other form. */
export function jaasOptions(text: string): ReadonlyMap<string, string> | undefined {
  const given = loginModule.exec(text)?.[1];
  if (given === undefined) return undefined;
  const matches = [...given.matchAll(option)];
  if (matches.map(([whole]) => whole).join('') !== given) return undefined;
  return new Map(
    matches.map(([, name = '', quoted, bare]) => [name, bare ?? quoted?.replaceAll(/\\(.)/gs, '$1') ?? '']),
  );
}
