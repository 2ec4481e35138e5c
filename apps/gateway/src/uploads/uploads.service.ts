import { Injectable } from '@nestjs/common';
import { noProject, type UploadSession, type UploadSessionRef } from '@earshot/contracts-storage';
import type { InitUpload, UploadRef, UploadSessionResponse } from '@earshot/dto-storage';
import { AppError, quoted } from '@earshot/errors';
import { UploadSessions } from '@earshot/storage-client';
import { uuidSchema } from '@earshot/dto-common';
import type { Caller } from '../auth/caller.js';
import { ProjectAccess } from '../auth/project-access.js';
import type { RequestContext } from '../auth/request-context.js';
import { writeIds } from '../http/write-ids.js';

/** Manages upload sessions. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly access: ProjectAccess,
    private readonly sessions: UploadSessions,
  ) {}

  /**
   * @throws AppError `project_not_found`, `project_forbidden`, `quota_exceeded`, `service_unavailable`
   */
  async init(context: RequestContext, body: InitUpload): Promise<UploadSessionResponse> {
    const projectId = await this.#projectOf(context.caller, body.metadata?.['project']);
    const { command, entity } = writeIds(context, projectId);
    const { content_type = null, metadata = null, total_parts_count } = body;
    const newSession = { id: entity, project_id: projectId, content_type, metadata, total_parts_count };
    return shown(await this.sessions.begin(newSession, command, context.call));
  }

  /** @throws AppError `session_not_found`, `service_unavailable` */
  async status({ caller, call }: RequestContext, { session_id }: UploadRef): Promise<UploadSessionResponse> {
    return shown(await this.sessions.read(uploadRefOf(caller, session_id), call));
  }

  /** @throws AppError `session_not_found`, `session_consumed`, `service_unavailable` */
  async abort(context: RequestContext, { session_id }: UploadRef): Promise<UploadSessionResponse> {
    const { caller, call } = context;
    const session = uploadRefOf(caller, session_id);
    await this.sessions.abort(session, writeIds(context, caller.projectId).command, call);
    return shown(await this.sessions.read(session, call));
  }

  /** Without a name, the project of the key. */
  async #projectOf(caller: Caller, named: unknown): Promise<string> {
    if (typeof named !== 'string' || named === '') return caller.projectId ?? noProject;
    return (await this.access.resolve(caller, named, 'metadata.project')).id;
  }
}

function shown({ id, project_id, ...session }: UploadSession): UploadSessionResponse {
  return { session_id: id, project_id: project_id === noProject ? null : project_id, ...session };
}

/**
 * Returns the reference to a session as this caller sees it.
 * @throws AppError `session_not_found` unless it is a uuid.
 */
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
