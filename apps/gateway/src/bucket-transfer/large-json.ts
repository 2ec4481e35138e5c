/** The most bytes that one UTF-16 unit takes in JSON: a control character, written as \uXXXX. */
const maxBytesPerUnit = 6;

/** More than a message has beside its texts. */
const unitsPerMessage = 512;

/** Of a message what may be of any length. */
interface Message {
  readonly content: unknown;
  readonly metadata?: unknown;
  readonly tool_calls?: unknown;
}

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

/** The same of messages. */
export function messagesAbove(limitBytes: number, messages: readonly Message[]): Buffer | undefined {
  let units = messages.length * unitsPerMessage;
  for (const { content, metadata, tool_calls } of messages) {
    units += typeof content === 'string' ? content.length : JSON.stringify(content).length;
    if (metadata !== undefined) units += JSON.stringify(metadata).length;
    if (tool_calls !== undefined) units += JSON.stringify(tool_calls).length;
  }
  return jsonAbove(limitBytes, messages, units);
}
