const mebibyte = 1_048_576;

/** Above S3's 5 MiB minimum, so that the bucket joins parts by itself; small, so that little is sent again. */
const partBytes = 8 * mebibyte;

/** Interface, section 6. */
const maxParts = 10_000;

/** @typedef {{ number: number, offset: number, size: number }} Part Bytes of the file. */

/**
 * Splits a file into parts. The same size always gives the same parts, so that an upload can resume.
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
