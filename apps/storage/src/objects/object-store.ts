import type { Readable } from 'node:stream';
import type { ByteRange } from '@earshot/storage-client';

/** An object as a part of another. */
export interface SourceObject {
  readonly key: string;
  /** Bytes, at least one. */
  readonly size: number;
}

/** What goes for everything that may take long. */
export interface TransferOptions {
  /** Ends the transfer. */
  readonly signal?: AbortSignal;
}

/**
 * Where bytes are kept. Those who send or take them do so themselves where they can, at addresses that are good for a while: they pass neither
 * through this service nor over a lane. A key is a path of letters, digits and `._-/`. An object is there whole or not at all.
 */
export interface ObjectStore {
  /** An address that takes one object by `PUT`, whole or not at all; it replaces what was there. */
  uploadUrl(key: string, validForS: number): Promise<string>;

  /** An address that gives the object by `GET` and `HEAD`, parts of it by `Range`; 404 where there is none. */
  downloadUrl(key: string, validForS: number): Promise<string>;

  /** Bytes of the object; null where there is none. @throws AppError `service_unavailable` */
  sizeOf(key: string): Promise<number | null>;

  /** Resolves once the object is gone, or was never there. @throws AppError `service_unavailable` */
  delete(key: string): Promise<void>;

  /**
   * Deletes the object, and what was begun to be made there and not completed, as by a process that was killed.
   *
   * @throws AppError `service_unavailable`
   */
  clear(key: string): Promise<void>;

  /**
   * The object's bytes, or those of a range that lies within it, as fast as they are taken. A stream that is not read to its end is to be
   * destroyed; one that nothing is taken from for a minute fails.
   *
   * @throws AppError `service_unavailable`, also where there is no such object; a failure on the way is one of the stream.
   */
  read(key: string, options?: TransferOptions & { readonly range?: ByteRange }): Promise<Readable>;

  /**
   * Makes one object of several, in their order, inside the bucket where that is possible; where it is there already, resolves at once. One
   * maker of a key at a time: the next goes on where the one before was killed.
   *
   * @param sources at least one, and whenever this key is made the same. @throws AppError `service_unavailable`, also where one of them is not there.
   */
  concatenate(key: string, sources: readonly SourceObject[], options?: TransferOptions): Promise<void>;
}
