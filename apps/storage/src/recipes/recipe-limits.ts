const mebibyte = 1_048_576;

/** Bytes that the files of a recipe may have together (interface, section 7). */
export const maxUnpackedBytes = 512 * mebibyte;

/** Files and folders that a recipe may have (interface, section 7). */
export const maxEntries = 10_000;

/** Bytes of the zip itself: what may be in it if nothing of it could be packed, and room for 10,000 headers with long names. */
export const maxZipBytes = maxUnpackedBytes + 64 * mebibyte;

/** Bytes of a path in a zip; Linux takes no more than 4,096, and much of what unpacks takes less. */
export const maxPathBytes = 1_024;
