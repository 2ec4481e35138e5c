/** Bytes and where they go, without the lanes: for whoever has addresses already, as threads that are to stay small. */
export { BucketBytes, type ByteRange } from './bucket-bytes.js';
export { inBucketSpan, type BucketOperation } from './bucket-span.js';
export { piecesOf } from './pieces-of.js';
export { storageAway } from './storage-away.js';
