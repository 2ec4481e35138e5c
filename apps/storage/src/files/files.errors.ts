import { conflict, invalidRequest, notFound, type AppError } from '@earshot/errors';
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

/** The recipe format of a dataset is not there, and may never be. */
export function datasetNotReady(key: string, status: StoredFile['status']): AppError {
  const why =
    status === 'failed'
      ? 'could not be converted: its errors say why'
      : 'is being converted; read it to see how far that is';
  return conflict(
    'dataset_not_ready',
    `The dataset '${key}' ${why}. format=original gives the file as it was uploaded.`,
    {
      param: 'format',
    },
  );
}

/** What its makers could not do, however often they tried; a fault of ours. */
export function notMade(kind: StoredFile['kind']): AppError {
  return conflict('file_not_processed', `The ${kind} could not be processed. Upload it again, or ask your operator.`);
}
