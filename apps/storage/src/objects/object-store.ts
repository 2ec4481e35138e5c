import type { Readable } from 'node:stream';
import type { ByteRange } from '@earshot/storage-client';

/** The token of the {@link ObjectStore} of the process. */
export const OBJECT_STORE = Symbol('earshot.object-store');

/** A source of a concatenation. */
export interface SourceObject {
  readonly key: string;
  /** Size in bytes, at least 1. */
  readonly size: number;
}

/** Options of long operations. */
export interface TransferOptions {
  /** Cancels the transfer. */
  readonly signal?: AbortSignal;
}

/**
 * A bucket. Clients transfer bytes at presigned URLs, not through this service.
 *
 * A key is a path of letters, digits and `._-/`. Writes are atomic: an object exists completely or not at all.
 */
export interface ObjectStore {
  /** Presigns a `PUT` that creates or replaces the object. */
  uploadUrl(key: string, validForS: number): Promise<string>;

  /** Presigns `GET` and `HEAD`, with support for `Range`; 404 when the object does not exist. */
  downloadUrl(key: string, validForS: number): Promise<string>;

  /** Size of the object in bytes; null when it does not exist. @throws AppError `service_unavailable` */
  sizeOf(key: string): Promise<number | null>;

  /** Deletes the object if it exists. @throws AppError `service_unavailable` */
  delete(key: string): Promise<void>;

  /**
   * Deletes the object and aborts incomplete multipart uploads of its key.
   *
   * @throws AppError `service_unavailable`
   */
  clear(key: string): Promise<void>;

  /**
   * Streams the object or a range of it. Destroy a stream that is not read to its end; a stream that is not read for a
   * minute fails.
   *
   * @throws AppError `service_unavailable`, also when the object does not exist. Later failures are errors of the stream.
   */
  read(key: string, options?: TransferOptions & { readonly range?: ByteRange }): Promise<Readable>;

  /**
   * Concatenates objects, inside the bucket where possible. Idempotent; resumes after a crash. Callers must not run it
   * concurrently for one key.
   *
   * @param sources at least one; always the same for a key.
   * @throws AppError `service_unavailable`, also when a source does not exist.
   */
  concatenate(key: string, sources: readonly SourceObject[], options?: TransferOptions): Promise<void>;
}
