const mebibyte = 1_048_576;

/** Small enough that little is sent again, large enough that S3 puts parts together by itself. */
const partBytes = 8 * mebibyte;

/** Interface, section 6. */
const maxParts = 10_000;

/** @typedef {{ number: number, offset: number, size: number }} Part Bytes of the file. */

/**
 * The parts that a file is sent in. The same for the same size: an upload that goes on has the parts that it was begun with.
 *
 * @param {number} size Bytes, at least one.
 * @returns {Part[]}
 */
export function planParts(size) {
  const bytes = Math.max(partBytes, Math.ceil(size / maxParts));
  return Array.from({ length: Math.ceil(size / bytes) }, (_, index) => {
    const offset = index * bytes;
    return { number: index + 1, offset, size: Math.min(bytes, size - offset) };
  });
}
