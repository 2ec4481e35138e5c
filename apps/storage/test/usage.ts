import { randomUUID } from 'node:crypto';
import type { ProjectQuotas } from '@earshot/contracts-projects';
import { readStorageUsage, type StorageUsage } from '@earshot/contracts-storage';
import { DataSource } from 'typeorm';
import type { StorageApp } from './storage-app.js';

type Counted = Record<keyof StorageUsage, number>;

/** What the project has, as the service says. */
export async function usageOf(storage: StorageApp, projectId: string): Promise<Counted> {
  const { bytes, objects, upload_sessions } = await storage.ask(readStorageUsage, { project_id: projectId });
  return { bytes: bytes.used, objects: objects.used, upload_sessions: upload_sessions.used };
}

/** The same, counted anew from all rows. */
export async function recounted(storage: StorageApp, projectId: string): Promise<Counted> {
  const [row]: Record<keyof StorageUsage, string>[] = await storage.service(DataSource).query(
    `select
       (select coalesce(sum(size), 0) from objects where project_id = $1)
         + (select coalesce(sum(file_bytes(size, details)), 0) from files where project_id = $1)
         + (select coalesce(sum(p.bytes), 0) from upload_pieces p join uploads u on u.id = p.upload_id
            where u.project_id = $1) as bytes,
       (select count(*) from objects where project_id = $1) + (select count(*) from files where project_id = $1) as objects,
       (select count(*) from uploads where project_id = $1 and state = 'open') as upload_sessions`,
    [projectId],
  );
  const { bytes, objects, upload_sessions } = row as Record<keyof StorageUsage, string>;
  return { bytes: Number(bytes), objects: Number(objects), upload_sessions: Number(upload_sessions) };
}

/** A project with quotas of its own, which the service knows of once this resolves. */
export async function limitedProject(
  storage: StorageApp,
  quotas: ProjectQuotas,
  id: string = randomUUID(),
): Promise<string> {
  const at = new Date().toISOString();
  const project = { id, key: id, name: id, system_prompt: null, created_at: at, updated_at: at };
  await storage.publishProject({ ...project, quotas });
  return id;
}
