/** The arguments that were typed; undefined when there are none. */
export function givenArguments(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const given = names.filter((name) => (values[name] ?? '') !== '').map((name) => [name, values[name] as string]);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Record<string, string>);
}
