import type { HashedPart } from './parts-hash.js';

/** A file that lies in the bucket, to be hashed. */
export interface HashTask {
  /** An address of the bucket. */
  readonly url: string;
  /** What it was made of. */
  readonly parts: readonly HashedPart[];
}
