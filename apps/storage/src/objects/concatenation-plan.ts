import type { ByteRange } from '@earshot/storage-client';
import type { SourceObject } from './object-store.js';

const mebibyte = 1_048_576;

/** The least that every part of a multipart upload must have but the last (https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html). */
export const leastPartBytes = 5 * mebibyte;

/** The most parts that a multipart upload may have (same source). */
const mostParts = 10_000;

/** Bytes of an object. */
export interface Piece extends ByteRange {
  readonly key: string;
}

/** A part of a multipart upload: bytes of one object, which the bucket copies itself, or of several, which have to be sent to it. */
export interface PlannedPart {
  readonly pieces: readonly Piece[];
  /** Bytes. */
  readonly size: number;
}

/** How to make one object of several: of few parts, and as many of them as may be copied inside the bucket. */
export function planConcatenation(sources: readonly SourceObject[]): PlannedPart[] {
  const total = sources.reduce((sum, { size }) => sum + size, 0);
  // Every part reaches this size but the last, and one that it leaves too little behind for.
  const wanted = Math.max(leastPartBytes, Math.ceil(total / (mostParts - 1)));
  const plan = new Plan();
  for (const { key, size } of sources) {
    const missing = plan.gathered === 0 ? 0 : Math.max(0, wanted - plan.gathered);
    // What is left of it must be a part of its own.
    const taken = size - missing >= wanted ? missing : size;
    if (taken > 0) plan.gather({ key, first: 0, last: taken - 1 });
    if (plan.gathered >= wanted) plan.flush();
    if (taken < size) {
      plan.gather({ key, first: taken, last: size - 1 });
      plan.flush();
    }
  }
  plan.flush();
  return plan.parts;
}

/** Gathers pieces into parts. */
class Plan {
  readonly parts: PlannedPart[] = [];
  #pieces: Piece[] = [];
  /** Bytes that are in no part yet. */
  gathered = 0;

  gather(piece: Piece): void {
    this.#pieces.push(piece);
    this.gathered += piece.last - piece.first + 1;
  }

  flush(): void {
    if (this.gathered > 0) this.parts.push({ pieces: this.#pieces, size: this.gathered });
    this.#pieces = [];
    this.gathered = 0;
  }
}
