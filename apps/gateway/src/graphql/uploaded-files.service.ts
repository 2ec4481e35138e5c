import { Injectable } from '@nestjs/common';
import type { ProjectContext } from '../auth/request-context.js';
import type { FormFile } from '../http/read-form.js';
import { UploadPartsService } from '../uploads/upload-parts.service.js';
import { UploadsService } from '../uploads/uploads.service.js';
import { stepOf } from './resolver.decorators.js';

/** Stores files of forms as upload sessions, of which datasets and recipes are made. */
@Injectable()
export class UploadedFiles {
  constructor(
    private readonly uploads: UploadsService,
    private readonly parts: UploadPartsService,
  ) {}

  /** Returns the id of a complete upload session with one part. @throws AppError as the routes of uploads do. */
  async store(context: ProjectContext, { contentType, bytes }: Omit<FormFile, 'filename'>): Promise<string> {
    const { project, call } = context;
    const body = { content_type: contentType, metadata: { project: project.id }, total_parts_count: 1 };
    const { session_id } = await this.uploads.init(stepOf(context, 'upload'), body);
    await this.parts.store({ session_id, project_id: project.id }, 1, bytes, call);
    return session_id;
  }
}
