import { activeCalls, withSpans, type SpanDescriptor } from '@earshot/telemetry';

/** Operations of the S3 API that are traced. */
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
 * Runs an S3 operation in a span of each call in progress.
 *
 * Attributes follow https://opentelemetry.io/docs/specs/semconv/object-stores/s3/, without the key, which may contain a
 * hash of user content, and without the URL, whose signature grants access.
 */
export function inBucketSpan<T>(operation: BucketOperation, run: () => Promise<T>): Promise<T> {
  return withSpans(subjectOf(operation), activeCalls(), run);
}

function subjectOf(operation: BucketOperation): SpanDescriptor {
  let subject = subjects.get(operation);
  if (subject === undefined) {
    const attributes = { 'rpc.system.name': 'aws-api', 'rpc.method': `S3/${operation}`, 'peer.service': 'bucket' };
    subjects.set(operation, (subject = { kind: 'client', name: `S3.${operation}`, attributes }));
  }
  return subject;
}
