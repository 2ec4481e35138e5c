/** The most bytes that one UTF-16 unit takes in JSON: a control character or a lone surrogate, written as \uXXXX. */
export const maxBytesPerUnit = 6;

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
