import type { ArtifactFile } from '@earshot/contracts-storage';
import type { ArtifactResponse } from '@earshot/dto-storage';

/** An artifact, which has been put together, as callers may see it. */
export function toArtifactResponse(artifact: ArtifactFile): ArtifactResponse {
  const { id, name, project_id, content_type, size, sha256, created_at, updated_at } = artifact;
  const content = { content_type, size, sha256: sha256 ?? '' };
  return { id, name, project_id, ...content, url: `/artifacts/${id}/download`, created_at, updated_at };
}
