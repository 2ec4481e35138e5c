/** The most bytes that one UTF-16 unit takes in JSON: a control character, written as \uXXXX. */
const maxBytesPerUnit = 6;

/** More than a message has beside its texts. */
const unitsPerMessage = 512;

/**
 * A value as JSON where that has more bytes than the limit; undefined where it has not, mostly without making it.
 *
 * @param mostUnits at least as many UTF-16 units as the JSON has, but for brackets and escapes.
 */
export function jsonAbove(limitBytes: number, value: unknown, mostUnits: number): Buffer | undefined {
  if (mostUnits * maxBytesPerUnit <= limitBytes) return undefined;
  const json = Buffer.from(JSON.stringify(value));
  return json.length > limitBytes ? json : undefined;
}

/** The same of messages, whatever is in them. */
export function messagesAbove(limitBytes: number, messages: readonly object[]): Buffer | undefined {
  let units = messages.length * unitsPerMessage;
  for (const message of messages) {
    for (const value of Object.values(message) as unknown[]) {
      if (value !== undefined) units += typeof value === 'string' ? value.length : JSON.stringify(value).length;
    }
  }
  return jsonAbove(limitBytes, messages, units);
}
