import { Readable } from 'node:stream';
import type { Client } from 'minio';
import { storageAway, type BucketBytes } from '@earshot/storage-client/bytes';
import type { Piece } from './concatenation-plan.js';
import type { TransferOptions } from './object-store.js';

/** Good for one request that follows at once. */
const urlValidS = 60;

/** What a {@link MultipartObject} is made with. */
export interface MultipartTools {
  readonly client: Client;
  readonly bytes: BucketBytes;
  readonly bucket: string;
}

/** An object that is being made of parts. It is there once it is completed, and not before. */
export class MultipartObject {
  readonly #etags: { part: number; etag: string }[] = [];

  private constructor(
    private readonly tools: MultipartTools,
    private readonly key: string,
    private readonly uploadId: string,
    private readonly transfer: TransferOptions,
  ) {}

  /** Ends whatever was begun at this key and not completed, as by a process that was killed, and begins anew. */
  static async begin(tools: MultipartTools, key: string, transfer: TransferOptions): Promise<MultipartObject> {
    const { client, bucket } = tools;
    await MultipartObject.abortAll(tools, key, transfer);
    const uploadId = await asked(() => client.initiateNewMultipartUpload(bucket, key, {}));
    return new MultipartObject(tools, key, uploadId, transfer);
  }

  /** Ends whatever was begun at this key and not completed. @throws AppError `service_unavailable` */
  static async abortAll(
    { client, bucket }: Pick<MultipartTools, 'client' | 'bucket'>,
    key: string,
    { signal }: TransferOptions = {},
  ): Promise<void> {
    await asked(async () => {
      for (;;) {
        signal?.throwIfAborted();
        const left = await client.findUploadId(bucket, key);
        if (left === undefined) return;
        await client.abortMultipartUpload(bucket, key, left);
      }
    });
  }

  /** Adds bytes that are sent. */
  async send(bytes: Readable, size: number): Promise<void> {
    const { client, bucket } = this.tools;
    const partNumber = this.#etags.length + 1;
    const query = { partNumber: String(partNumber), uploadId: this.uploadId };
    const url = await client.presignedUrl('PUT', bucket, this.key, urlValidS, query);
    const etag = await this.tools.bytes.put(url, bytes, { ...this.transfer, size });
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
    const { etag } = await asked(() => client.uploadPart(place));
    this.#etags.push({ part: partNumber, etag });
  }

  /** The object is there, in place of what was. */
  async complete(): Promise<void> {
    const { client, bucket } = this.tools;
    this.transfer.signal?.throwIfAborted();
    await asked(() => client.completeMultipartUpload(bucket, this.key, this.uploadId, this.#etags));
  }

  /** Leaves nothing of it. What can't be ended now is when somebody begins at this key again. */
  async abort(): Promise<void> {
    const { client, bucket } = this.tools;
    await client.abortMultipartUpload(bucket, this.key, this.uploadId).catch(() => undefined);
  }
}

async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    throw storageAway(cause);
  }
}
