import type { Image } from '@earshot/contracts-storage';
import type { ImageEntity } from '../database/entities/image.entity.js';

/** The image of a row, as it is shown. */
export function toImage(row: ImageEntity): Image {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The row of a image. */
export function toRow(image: Image): ImageEntity {
  return {
    id: image.id,
    projectId: image.project_id,
    name: image.name,
    createdAt: new Date(image.created_at),
    updatedAt: new Date(image.updated_at),
  };
}
