import { AppError, conflict, invalidRequest, notFound } from '@earshot/errors';
import type { NewFile, StoredFile } from '@earshot/contracts-storage';

/** There is none of that name in sight. */
export function fileNotFound(kind: StoredFile['kind'], name: string): AppError {
  if (kind === 'dataset') return notFound('dataset', name);
  return kind === 'recipe' ? notFound('recipe', name) : notFound('artifact', name);
}

/** More than may be kept of its kind. */
export function fileTooLarge({ kind }: NewFile, maxBytes: number): AppError {
  const param = 'upload_session_id';
  return invalidRequest('file_too_large', `A ${kind} may have ${maxBytes} bytes; this upload has more.`, { param });
}

/** Another one of its kind goes by that key. */
export function keyTaken(kind: StoredFile['kind'], key: string): AppError {
  return conflict('key_taken', `There is a ${kind} '${key}' already.`, { param: 'key' });
}

/** An id that a gateway made up for two files. */
export function idTaken(kind: StoredFile['kind'], id: string): AppError {
  return conflict('id_taken', `There is a ${kind} with the id '${id}' already.`, { param: 'id' });
}

/** A form of a dataset is not there, and may never be. @param uploaded false: it is made of what is on record. */
export function datasetNotReady(key: string, status: StoredFile['status'], uploaded: boolean): AppError {
  const done = uploaded ? 'converted' : 'made';
  const why =
    status === 'failed'
      ? `could not be ${done}: its errors say why`
      : `is being ${done}; read it to see how far that is`;
  const instead = uploaded ? ' format=original gives the file as it was uploaded.' : '';
  return conflict('dataset_not_ready', `The dataset '${key}' ${why}.${instead}`, { param: 'format' });
}

/** A dataset has lines of what was erased, or is being looked through for them. @param erasedAt null where that is not decided. */
export function datasetWithheld(key: string, erasedAt: string | null): AppError {
  const why =
    erasedAt === null
      ? 'is looked through for what was erased since it was made. Try again in a moment.'
      : `had what was erased at ${erasedAt}, and is deleted. Make it again: send its 'from'.`;
  return conflict('dataset_withheld', `The dataset '${key}' ${why}`);
}

/** Nobody but its maker knows what the lines of an uploaded dataset were made of. */
export function manifestNotFound(key: string): AppError {
  return new AppError({
    code: 'manifest_not_found',
    type: 'not_found_error',
    message: `The dataset '${key}' was uploaded: only one that is made of interactions has a manifest.`,
    param: 'format',
  });
}

/** What its makers could not do, however often they tried; a fault of ours. */
export function notMade(kind: StoredFile['kind']): AppError {
  return conflict('file_not_processed', `The ${kind} could not be processed. Upload it again, or ask your operator.`);
}
