/** Transfers at presigned URLs without the Kafka client: keeps worker threads small. */
export { BucketBytes, storageUnavailable, type ByteRange } from './bucket-bytes.js';
export { inBucketSpan, type BucketOperation } from './bucket-span.js';
export { piecesOf } from './pieces-of.js';
