import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import type { FileKind } from '../datasets-search.js';
import { fingerprintOf, planParts } from './parts.js';

/** An upload session. */
export type UploadSession = Schemas['UploadSession'];

/** What is created from the upload. Its session remembers it. */
export interface UploadTarget {
  readonly kind: FileKind;
  readonly key: string;
  readonly name: string;
  readonly entry_point: string;
}

const contentTypes: Readonly<Record<FileKind, string>> = {
  datasets: 'application/x-ndjson',
  recipes: 'application/zip',
  artifacts: 'application/octet-stream',
};

/** Creates a session for a file. @throws ApiError */
export function initUpload(
  project: string,
  file: File,
  target: UploadTarget,
  idempotencyKey: string,
): Promise<UploadSession> {
  return bodyOf(
    api.POST('/api/v1/upload/init', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: {
        total_parts_count: planParts(file.size).length,
        content_type: file.type === '' ? contentTypes[target.kind] : file.type,
        metadata: { project, ...fingerprintOf(file), target },
      },
    }),
  );
}

/** The session of an upload, with the numbers of its stored parts. */
export const sessionQueryOf = (sessionId: string) =>
  queryOptions({
    queryKey: ['upload', sessionId],
    queryFn: ({ signal }) =>
      bodyOf<UploadSession>(api.POST('/api/v1/upload/status', { body: { session_id: sessionId }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** Aborts an upload and deletes its parts. @throws ApiError */
export function abortUpload(sessionId: string): Promise<unknown> {
  return bodyOf(api.DELETE('/api/v1/upload/abort', { body: { session_id: sessionId } }));
}

/** What the session says is created from it; null for sessions of other clients. */
export function targetOf({ metadata }: UploadSession): UploadTarget | null {
  const target = metadata?.['target'] as Partial<UploadTarget> | undefined;
  if (target === undefined || typeof target.key !== 'string' || typeof target.name !== 'string') return null;
  const kind = (['datasets', 'recipes', 'artifacts'] as const).find((one) => one === target.kind);
  return kind === undefined
    ? null
    : { kind, key: target.key, name: target.name, entry_point: String(target.entry_point ?? 'main.py') };
}
