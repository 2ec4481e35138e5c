import { activeCalls, withSpans, type SpanDescriptor } from '@earshot/telemetry';

/** What is asked of a bucket, by the names of S3's interface. */
export type BucketOperation =
  | 'AbortMultipartUpload'
  | 'CompleteMultipartUpload'
  | 'CreateMultipartUpload'
  | 'DeleteObject'
  | 'GetObject'
  | 'HeadObject'
  | 'ListMultipartUploads'
  | 'ListParts'
  | 'PutObject'
  | 'UploadPart'
  | 'UploadPartCopy';

const subjects = new Map<BucketOperation, SpanDescriptor>();

/**
 * Asks the bucket something, within a span of each call that this is done for (https://opentelemetry.io/docs/specs/semconv/object-stores/s3/).
 *
 * A span has neither the key, which may name what a caller has sent by its hash, nor the address: its signature lets whoever has it do the same.
 */
export function inBucketSpan<T>(operation: BucketOperation, ask: () => Promise<T>): Promise<T> {
  return withSpans(subjectOf(operation), activeCalls(), ask);
}

function subjectOf(operation: BucketOperation): SpanDescriptor {
  let subject = subjects.get(operation);
  if (subject === undefined) {
    const attributes = { 'rpc.system.name': 'aws-api', 'rpc.method': `S3/${operation}`, 'peer.service': 'bucket' };
    subjects.set(operation, (subject = { kind: 'client', name: `S3.${operation}`, attributes }));
  }
  return subject;
}
