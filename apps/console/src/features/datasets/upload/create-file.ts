import { createArtifact, createDataset, createRecipe } from '../queries.js';
import type { UploadTarget } from './session.js';

/** Creates the dataset, recipe or artifact of a complete session. @throws ApiError */
export function createFile(
  project: string,
  sessionId: string,
  { kind, key, name, entry_point }: UploadTarget,
  idempotencyKey: string,
): Promise<{ readonly name: string }> {
  const named = { key, name: name === '' ? undefined : name, upload_session_id: sessionId };
  switch (kind) {
    case 'datasets':
      return createDataset(project, named, idempotencyKey);
    case 'recipes':
      return createRecipe(project, { ...named, entry_point }, idempotencyKey);
    case 'artifacts':
      return createArtifact(project, { name, upload_session_id: sessionId }, idempotencyKey);
  }
}
