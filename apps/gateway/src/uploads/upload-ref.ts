import type { UploadSessionRef } from '@earshot/contracts-storage';
import { uuidSchema } from '@earshot/dto-common';
import { AppError, quoted } from '@earshot/errors';
import type { Caller } from '../auth/caller.js';

/** The session that a caller names, among those that it may see. @throws AppError `session_not_found` for what can be none */
export function uploadRefOf({ projectId }: Caller, sessionId: string): UploadSessionRef {
  const id = uuidSchema.safeParse(sessionId);
  if (id.success) return { session_id: id.data, project_id: projectId };
  throw new AppError({
    code: 'session_not_found',
    type: 'not_found_error',
    message: `There is no upload session '${quoted(sessionId)}'.`,
    param: 'session_id',
  });
}
