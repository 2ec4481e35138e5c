/**
 * Unknown fields of a part of a request, which its provider gets as they are. Without nulls and empty lists, which
 * clients send for nothing.
 */
export function providerFieldsOf(others: Record<string, unknown>): { provider_fields?: Record<string, unknown> } {
  const entries = Object.entries(others).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return entries.length === 0 ? {} : { provider_fields: Object.fromEntries(entries) };
}
