import { storedObject, type ObjectName, type PrepareObject, type StoredObject } from '@earshot/contracts-storage';
import type { StoredObjectEntity } from '../database/entities/stored-object.entity.js';

/** The object of a row. */
export function toStoredObject(row: StoredObjectEntity): StoredObject {
  return storedObject.parse({
    id: row.id,
    kind: row.kind,
    project_id: row.projectId,
    name: row.name,
    size: Number(row.size),
    sha256: row.sha256,
    content_type: row.contentType,
    created_at: row.createdAt.toISOString(),
  });
}

/** The row of an object that is announced. */
export function toRow(announced: PrepareObject, createdAt: Date, deleteAfter: Date): StoredObjectEntity {
  return {
    id: announced.id,
    kind: announced.kind,
    projectId: announced.project_id,
    name: announced.name,
    size: String(announced.size),
    sha256: announced.sha256,
    contentType: announced.content_type,
    createdAt,
    deleteAfter,
  };
}

/** Where the object lies in the bucket. */
export function keyOf({ kind, project_id, name }: ObjectName): string {
  return `${kind}s/${project_id}/${name}`;
}
