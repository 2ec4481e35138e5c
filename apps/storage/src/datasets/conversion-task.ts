import type { ByteRange } from '@earshot/storage-client/bytes';
import type { ConversionState, LineError } from './conversion.js';

/** What a thread is to convert. */
export interface ConversionTask {
  /** Where the uploaded file is, an address of the bucket. */
  readonly url: string;
  /** What of it is not converted yet. */
  readonly range: ByteRange;
  /** How far it is converted; `range` begins there. */
  readonly from: ConversionState;
}

/** How far a conversion is, and what is wrong with the file so far. */
export interface ConversionProgress {
  readonly state: ConversionState;
  readonly errors: readonly LineError[];
}

/** The bucket has a piece: so many bytes, the rows up to this state. */
export interface SentPiece {
  readonly size: number;
  readonly state: ConversionState;
}

/** What a thread tells of its conversion. */
export type ConversionNews = { readonly progress: ConversionProgress } | { readonly piece: SentPiece };
