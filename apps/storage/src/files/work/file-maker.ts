import type { FileEntity } from '../../database/entities/file.entity.js';
import type { Lease } from './lease.js';
import type { WorkChange } from './file-work.repository.js';

/** Makes an uploaded file, which lies in the bucket, what it is to be. */
export interface FileMaker {
  /**
   * May be done again from where the lease was last told to save. @returns what the row is to say for good.
   *
   * @throws AppError `invalid_request_error` where the file can't be used; anything else is tried again.
   */
  make(file: FileEntity, lease: Lease): Promise<WorkChange>;

  /** Deletes what it has put into the bucket for the file, all of it or as far as it got. */
  unmake(file: FileEntity): Promise<void>;
}
