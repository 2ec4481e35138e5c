import type { Transaction } from '@earshot/persistence';

/** Which session is to be used, and for what. */
export interface UploadUse {
  /** null: whoever asks may use sessions of any project. */
  readonly projectId: string | null;
  /** As the caller wrote it. */
  readonly sessionId: string;
  /** Where the file is to lie in the bucket; nobody else puts anything there. */
  readonly targetKey: string;
}

/** What is known of an uploaded file before it is put together. */
export interface ConsumedUpload {
  readonly sessionId: string;
  readonly projectId: string;
  /** Bytes. */
  readonly size: number;
  /** As the session was begun with; null for none. */
  readonly contentType: string | null;
}

/** An uploaded file that lies in the bucket as one object. */
export interface AssembledUpload extends ConsumedUpload {
  /** Of the whole file, lower-case hex. */
  readonly sha256: string;
}

/** Makes one object of the parts of an upload session. */
export abstract class UploadAssembly {
  /**
   * Uses a complete session up: together with whatever else the transaction writes, and without waiting for the bucket. Its object is then made
   * by {@link assemble}, or by a janitor where nobody asks for it.
   *
   * @throws AppError `session_not_found`, `session_incomplete`, `session_closed` where it was used up, aborted or has expired.
   */
  abstract consume(tx: Transaction, use: UploadUse): Promise<ConsumedUpload>;

  /**
   * Resolves once the object is there and the parts are gone; at once where that is so already. To be called after the transaction of
   * {@link consume} has been committed, as often as one likes and by any process: one at a time does it, the others wait for it, and what a
   * killed process left is done again from the start.
   *
   * @param signal stops waiting and working. @throws AppError `service_unavailable` while the bucket is away; `session_not_found` where the
   * session is not consumed.
   */
  abstract assemble(sessionId: string, signal?: AbortSignal): Promise<AssembledUpload>;
}
