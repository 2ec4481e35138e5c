const mebibyte = 1_048_576;

/** Above S3's minimum of 5 MiB, so that the bucket joins parts by itself; small, so that little is sent again. */
const minPartBytes = 8 * mebibyte;
const maxParts = 10_000;

/** A part of a file, in bytes. Numbers begin at 1. */
export interface Part {
  readonly number: number;
  readonly offset: number;
  readonly size: number;
}

/** Splits a file into parts. The same size always gives the same parts, so that an upload can resume. */
export function partsOf(fileBytes: number): Part[] {
  const partBytes = Math.max(minPartBytes, Math.ceil(fileBytes / maxParts));
  return Array.from({ length: Math.ceil(fileBytes / partBytes) }, (_, index) => {
    const offset = index * partBytes;
    return { number: index + 1, offset, size: Math.min(partBytes, fileBytes - offset) };
  });
}
