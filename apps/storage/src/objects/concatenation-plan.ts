import type { ByteRange } from '@earshot/storage-client';
import type { SourceObject } from './object-store.js';

const mebibyte = 1_048_576;

/** Minimum size of every part but the last (https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html). */
export const minPartBytes = 5 * mebibyte;

/** Maximum number of parts (same source). */
const maxParts = 10_000;

/** A byte range of an object. */
export interface Piece extends ByteRange {
  readonly key: string;
}

/** A part of a multipart upload: a range of one object, which the bucket copies, or of several, which are uploaded. */
export interface PlannedPart {
  readonly pieces: readonly Piece[];
  /** Bytes. */
  readonly size: number;
}

/** Plans a concatenation with few parts, most of which the bucket can copy itself. */
export function planConcatenation(sources: readonly SourceObject[]): PlannedPart[] {
  const total = sources.reduce((sum, { size }) => sum + size, 0);
  // Every part but the last has at least this size.
  const partBytes = Math.max(minPartBytes, Math.ceil(total / (maxParts - 1)));
  const plan = new Plan();
  for (const { key, size } of sources) {
    const missing = plan.pending === 0 ? 0 : Math.max(0, partBytes - plan.pending);
    // The rest of the source must be large enough for a part of its own.
    const taken = size - missing >= partBytes ? missing : size;
    if (taken > 0) plan.add({ key, first: 0, last: taken - 1 });
    if (plan.pending >= partBytes) plan.flush();
    if (taken < size) {
      plan.add({ key, first: taken, last: size - 1 });
      plan.flush();
    }
  }
  plan.flush();
  return plan.parts;
}

/** Collects pieces into parts. */
class Plan {
  readonly parts: PlannedPart[] = [];
  #pieces: Piece[] = [];
  /** Bytes that are in no part yet. */
  pending = 0;

  add(piece: Piece): void {
    this.#pieces.push(piece);
    this.pending += piece.last - piece.first + 1;
  }

  flush(): void {
    if (this.pending > 0) this.parts.push({ pieces: this.#pieces, size: this.pending });
    this.#pieces = [];
    this.pending = 0;
  }
}
