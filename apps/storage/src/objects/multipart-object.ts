import { Readable } from 'node:stream';
import { Client } from 'minio';
import {
  inBucketSpan,
  storageUnavailable,
  type BucketBytes,
  type BucketOperation,
} from '@earshot/storage-client/bytes';
import type { Piece } from './concatenation-plan.js';
import type { TransferOptions } from './object-store.js';

/** Validity of URLs for the own requests, s. */
const urlValidS = 60;

/** An uploaded part. */
interface UploadedPart {
  readonly part: number;
  readonly etag: string;
}

/** Exposes a protected method of the MinIO client. */
export class MultipartClient extends Client {
  /** The uploaded parts of a multipart upload, in order. */
  partsOf(bucket: string, key: string, uploadId: string): Promise<(UploadedPart & { readonly size: number })[]> {
    return this.listParts(bucket, key, uploadId);
  }
}

/** Clients of a {@link MultipartObject}. */
export interface MultipartTools {
  readonly client: MultipartClient;
  readonly bytes: BucketBytes;
  readonly bucket: string;
}

/** A multipart upload. The object exists once it is completed. */
export class MultipartObject {
  readonly #etags: UploadedPart[] = [];

  private constructor(
    private readonly tools: MultipartTools,
    private readonly key: string,
    private readonly uploadId: string,
    private readonly transfer: TransferOptions,
    /** Parts of an earlier attempt that are not reused yet. */
    private found: readonly (UploadedPart & { readonly size: number })[],
  ) {}

  /** Resumes an incomplete multipart upload of the key, or creates one. */
  static async createOrResume(tools: MultipartTools, key: string, transfer: TransferOptions): Promise<MultipartObject> {
    const { client, bucket } = tools;
    const existing = await traced('ListMultipartUploads', () => client.findUploadId(bucket, key));
    if (existing === undefined) {
      const created = await traced('CreateMultipartUpload', () => client.initiateNewMultipartUpload(bucket, key, {}));
      return new MultipartObject(tools, key, created, transfer, []);
    }
    const found = await traced('ListParts', () => client.partsOf(bucket, key, existing));
    return new MultipartObject(tools, key, existing, transfer, found);
  }

  /** Aborts all incomplete multipart uploads of a key. @throws AppError `service_unavailable` */
  static async abortAll(
    { client, bucket }: Pick<MultipartTools, 'client' | 'bucket'>,
    key: string,
    { signal }: TransferOptions = {},
  ): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const uploadId = await traced('ListMultipartUploads', () => client.findUploadId(bucket, key));
      if (uploadId === undefined) return;
      await traced('AbortMultipartUpload', () => client.abortMultipartUpload(bucket, key, uploadId));
    }
  }

  /**
   * Reuses the next part of an earlier attempt if its size matches; after a mismatch none is reused.
   * @param size bytes.
   */
  reusePart(size: number): boolean {
    const [next, ...rest] = this.found;
    const matches = next?.part === this.#etags.length + 1 && next.size === size;
    this.found = matches ? rest : [];
    if (matches) this.#etags.push({ part: next.part, etag: next.etag });
    return matches;
  }

  /** Uploads the next part. */
  async send(bytes: Readable, size: number): Promise<void> {
    const { client, bucket } = this.tools;
    const partNumber = this.#etags.length + 1;
    const query = { partNumber: String(partNumber), uploadId: this.uploadId };
    const url = await client.presignedUrl('PUT', bucket, this.key, urlValidS, query);
    const etag = await this.tools.bytes.put(url, bytes, { ...this.transfer, size, as: 'UploadPart' });
    this.#etags.push({ part: partNumber, etag });
  }

  /** Copies the next part from another object inside the bucket. */
  async copy({ key, first, last }: Piece): Promise<void> {
    this.transfer.signal?.throwIfAborted();
    const { client, bucket } = this.tools;
    const headers = {
      'x-amz-copy-source': `/${bucket}/${key}`,
      'x-amz-copy-source-range': `bytes=${first}-${last}`,
    };
    const partNumber = this.#etags.length + 1;
    const target = { bucketName: bucket, objectName: this.key, uploadID: this.uploadId, partNumber, headers };
    const { etag } = await traced('UploadPartCopy', () => client.uploadPart(target));
    this.#etags.push({ part: partNumber, etag });
  }

  /** Creates or replaces the object. */
  async complete(): Promise<void> {
    const { client, bucket } = this.tools;
    this.transfer.signal?.throwIfAborted();
    await traced('CompleteMultipartUpload', () =>
      client.completeMultipartUpload(bucket, this.key, this.uploadId, this.#etags),
    );
  }
}

function traced<T>(operation: BucketOperation, request: () => Promise<T>): Promise<T> {
  return inBucketSpan(operation, async () => {
    try {
      return await request();
    } catch (cause) {
      throw storageUnavailable(cause);
    }
  });
}
