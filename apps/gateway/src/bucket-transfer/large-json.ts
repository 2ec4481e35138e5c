/** Maximum JSON bytes of a UTF-16 unit: \uXXXX. */
const maxBytesPerUnit = 6;

/** Upper bound of the units of a message without its strings. */
const unitsPerMessage = 512;

/**
 * Returns a value as JSON if that exceeds the limit.
 * @param mostUnits upper bound of its UTF-16 units, which often avoids serializing.
 */
export function jsonAbove(limitBytes: number, value: unknown, mostUnits: number): Buffer | undefined {
  if (mostUnits * maxBytesPerUnit <= limitBytes) return undefined;
  const json = Buffer.from(JSON.stringify(value));
  return json.length > limitBytes ? json : undefined;
}

/** Returns messages as JSON if that exceeds the limit. */
export function messagesAbove(limitBytes: number, messages: readonly object[]): Buffer | undefined {
  let units = messages.length * unitsPerMessage;
  for (const message of messages) {
    for (const value of Object.values(message) as unknown[]) {
      if (value !== undefined) units += typeof value === 'string' ? value.length : JSON.stringify(value).length;
    }
  }
  return jsonAbove(limitBytes, messages, units);
}
