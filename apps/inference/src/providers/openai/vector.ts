import { providerFailed } from '../http/provider-errors.js';

/** Numbers of one vector: many times those of any model in use. */
const MAX_DIMENSIONS = 65_536;

/**
 * A vector as servers write it: float32, little-endian, in base64, or a list of numbers.
 *
 * @throws AppError `provider_failed` for anything else
 */
export function readVector(written: unknown): Float32Array {
  const vector = typeof written === 'string' ? fromBase64(written) : fromList(written);
  if (vector === undefined)
    throw providerFailed('its answer has a vector that is neither base64 nor a list of numbers');
  if (vector.length === 0 || vector.length > MAX_DIMENSIONS)
    throw providerFailed(`its answer has a vector of ${vector.length} numbers`);
  if (!vector.every(Number.isFinite)) throw providerFailed('its answer has a vector with a number that is not finite');
  return vector;
}

function fromBase64(text: string): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  // The decoder skips what is not base64, and then there are fewer bytes than there should be.
  const expectedBytes = Math.floor((text.replace(/=+$/, '').length * 3) / 4);
  if (bytes.length !== expectedBytes || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  const vector = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  for (let at = 0; at < vector.length; at++) vector[at] = bytes.readFloatLE(at * Float32Array.BYTES_PER_ELEMENT);
  return vector;
}

function fromList(list: unknown): Float32Array | undefined {
  if (!Array.isArray(list) || !list.every((value) => typeof value === 'number')) return undefined;
  return Float32Array.from(list);
}
