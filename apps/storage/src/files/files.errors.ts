import { AppError, conflict, invalidRequest, notFound } from '@earshot/errors';
import type { NewFile, StoredFile } from '@earshot/contracts-storage';

/** The caller can see no file of that id or key. */
export function fileNotFound(kind: StoredFile['kind'], name: string): AppError {
  if (kind === 'dataset') return notFound('dataset', name);
  return kind === 'recipe' ? notFound('recipe', name) : notFound('artifact', name);
}

/** The file exceeds the limit of its kind. */
export function fileTooLarge({ kind }: NewFile, maxBytes: number): AppError {
  const param = 'upload_session_id';
  return invalidRequest('file_too_large', `A ${kind} must have at most ${maxBytes} bytes; this upload has more.`, {
    param,
  });
}

/** Another file of this kind has the key. */
export function keyTaken(kind: StoredFile['kind'], key: string): AppError {
  return conflict('key_taken', `The key '${key}' is used by another ${kind}. Choose another key.`, { param: 'key' });
}

/** The id that the gateway generated exists already. */
export function idTaken(kind: StoredFile['kind'], id: string): AppError {
  return conflict('id_taken', `The id '${id}' is used by another ${kind}. Send the request again.`, { param: 'id' });
}

/** A format of a dataset does not exist, yet or at all. @param uploaded false for an exported dataset. */
export function datasetNotReady(key: string, status: StoredFile['status'], uploaded: boolean): AppError {
  const done = uploaded ? 'converted' : 'exported';
  const why =
    status === 'failed' ? `could not be ${done}; see its 'errors'` : `is being ${done}; get it to see its progress`;
  const instead = uploaded ? ' Use format=original for the uploaded file.' : '';
  return conflict('dataset_not_ready', `The dataset '${key}' ${why}.${instead}`, { param: 'format' });
}

/** The files of a cancelled dataset are deleted. */
export function datasetCancelled(key: string): AppError {
  const message = `The dataset '${key}' was cancelled, so its files are deleted. Create it again under another key.`;
  return conflict('dataset_not_ready', message, { param: 'format' });
}

/** The dataset is ready or failed, so there is nothing to cancel. */
export function datasetProcessed(key: string, status: StoredFile['status']): AppError {
  const message = `The dataset '${key}' is ${status}. Only one that is 'processing' can be cancelled; delete it instead.`;
  return conflict('dataset_processed', message);
}

/** A dataset contains erased content, or is being checked for it. @param erasedAt null while it is checked. */
export function datasetWithheld(key: string, erasedAt: string | null): AppError {
  const why =
    erasedAt === null
      ? 'is being checked for content that was erased since its export. Retry the request.'
      : `contained content that was erased at ${erasedAt}, so its files are deleted. Create it again with its 'from'.`;
  return conflict('dataset_withheld', `The dataset '${key}' ${why}`);
}

/** Uploaded datasets have no manifest. */
export function manifestNotFound(key: string): AppError {
  return new AppError({
    code: 'manifest_not_found',
    type: 'not_found_error',
    message: `The dataset '${key}' was uploaded. Only datasets of interactions have a manifest.`,
    param: 'format',
  });
}

/** The file failed on every attempt because of an internal error. */
export function processingFailed(kind: StoredFile['kind']): AppError {
  return conflict(
    'file_not_processed',
    `The ${kind} could not be processed. Upload it again, or contact your operator.`,
  );
}
