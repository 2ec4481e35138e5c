import type { FileEntity } from '../database/entities/file.entity.js';
import type { Lease } from './lease.js';
import type { WorkChange } from './file-work.repository.js';

/** Processes files of one kind once their original is in the bucket. */
export interface FileProcessor {
  /**
   * Processes a file. Resumes from the last state that the lease saved.
   *
   * @returns the final changes of the row.
   * @throws AppError `invalid_request_error` when the file is unusable; any other error is retried.
   */
  process(file: FileEntity, lease: Lease): Promise<WorkChange>;

  /** Deletes the objects that {@link process} created, also after a partial run. */
  cleanUp(file: FileEntity): Promise<void>;
}
