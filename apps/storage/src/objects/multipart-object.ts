import { Readable } from 'node:stream';
import { Client } from 'minio';
import { inBucketSpan, storageUnavailable, type BucketBytes, type BucketOperation } from '@earshot/storage-client/bytes';
import type { Piece } from './concatenation-plan.js';
import type { TransferOptions } from './object-store.js';

/** Good for one request that follows at once. */
const urlValidS = 60;

/** A part of an object, as the bucket names it. */
interface SentPart {
  readonly part: number;
  readonly etag: string;
}

/** The client with one request more, which it keeps to itself. */
export class MultipartClient extends Client {
  /** The parts that are there of an object that is being made, in their order. */
  partsOf(bucket: string, key: string, uploadId: string): Promise<(SentPart & { readonly size: number })[]> {
    return this.listParts(bucket, key, uploadId);
  }
}

/** What a {@link MultipartObject} is made with. */
export interface MultipartTools {
  readonly client: MultipartClient;
  readonly bytes: BucketBytes;
  readonly bucket: string;
}

/** An object that is being made of parts. It is there once it is completed, and not before. */
export class MultipartObject {
  readonly #etags: SentPart[] = [];

  private constructor(
    private readonly tools: MultipartTools,
    private readonly key: string,
    private readonly uploadId: string,
    private readonly transfer: TransferOptions,
    /** What a process before sent, and is not taken over yet. */
    private found: readonly (SentPart & { readonly size: number })[],
  ) {}

  /** Goes on with what was begun at this key and not completed, as by a process that was killed; otherwise begins. */
  static async beginOrGoOn(tools: MultipartTools, key: string, transfer: TransferOptions): Promise<MultipartObject> {
    const { client, bucket } = tools;
    const begun = await asked('ListMultipartUploads', () => client.findUploadId(bucket, key));
    if (begun === undefined) {
      const made = await asked('CreateMultipartUpload', () => client.initiateNewMultipartUpload(bucket, key, {}));
      return new MultipartObject(tools, key, made, transfer, []);
    }
    const found = await asked('ListParts', () => client.partsOf(bucket, key, begun));
    return new MultipartObject(tools, key, begun, transfer, found);
  }

  /** Ends whatever was begun at this key and not completed. @throws AppError `service_unavailable` */
  static async abortAll(
    { client, bucket }: Pick<MultipartTools, 'client' | 'bucket'>,
    key: string,
    { signal }: TransferOptions = {},
  ): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const left = await asked('ListMultipartUploads', () => client.findUploadId(bucket, key));
      if (left === undefined) return;
      await asked('AbortMultipartUpload', () => client.abortMultipartUpload(bucket, key, left));
    }
  }

  /** Takes the next part over where it was sent before; after the first that was not, none is. @param size bytes. */
  isThere(size: number): boolean {
    const [next, ...rest] = this.found;
    const isIt = next?.part === this.#etags.length + 1 && next.size === size;
    this.found = isIt ? rest : [];
    if (isIt) this.#etags.push({ part: next.part, etag: next.etag });
    return isIt;
  }

  /** Adds bytes that are sent. */
  async send(bytes: Readable, size: number): Promise<void> {
    const { client, bucket } = this.tools;
    const partNumber = this.#etags.length + 1;
    const query = { partNumber: String(partNumber), uploadId: this.uploadId };
    const url = await client.presignedUrl('PUT', bucket, this.key, urlValidS, query);
    const etag = await this.tools.bytes.put(url, bytes, { ...this.transfer, size, as: 'UploadPart' });
    this.#etags.push({ part: partNumber, etag });
  }

  /** Adds bytes of an object of the same bucket, which nobody has to carry. */
  async copy({ key, first, last }: Piece): Promise<void> {
    this.transfer.signal?.throwIfAborted();
    const { client, bucket } = this.tools;
    const headers = {
      'x-amz-copy-source': `/${bucket}/${key}`,
      'x-amz-copy-source-range': `bytes=${first}-${last}`,
    };
    const partNumber = this.#etags.length + 1;
    const place = { bucketName: bucket, objectName: this.key, uploadID: this.uploadId, partNumber, headers };
    const { etag } = await asked('UploadPartCopy', () => client.uploadPart(place));
    this.#etags.push({ part: partNumber, etag });
  }

  /** The object is there, in place of what was. */
  async complete(): Promise<void> {
    const { client, bucket } = this.tools;
    this.transfer.signal?.throwIfAborted();
    await asked('CompleteMultipartUpload', () =>
      client.completeMultipartUpload(bucket, this.key, this.uploadId, this.#etags),
    );
  }
}

function asked<T>(operation: BucketOperation, request: () => Promise<T>): Promise<T> {
  return inBucketSpan(operation, async () => {
    try {
      return await request();
    } catch (cause) {
      throw storageUnavailable(cause);
    }
  });
}
