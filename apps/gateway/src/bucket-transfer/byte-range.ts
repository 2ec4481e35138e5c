import type { ByteRange } from '@earshot/storage-client';

const oneRange = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * What a `Range` header (RFC 9110, section 14.2) asks of a file. `whole` also where it is malformed, in another unit or names several ranges: "A
 * server MAY ignore the Range header field."
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [matched, from, to, suffix] = oneRange.exec(header ?? '') ?? [];
  if (matched === undefined) return 'whole';
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  // "An int-range is invalid if the last-pos value is present and less than the first-pos value."
  if (last < first) return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}
