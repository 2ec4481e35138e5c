import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  artifactPageSchema,
  artifactSchema,
  createArtifactSchema,
  type ArtifactResponse,
  type CreateArtifact,
} from '@earshot/dto-storage';
import { RequirePermission } from '../auth/access.decorators.js';
import { JsonBody, ParsedQuery } from '../http/parsed-parameters.js';
import { Context, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ArtifactsService } from './artifacts.service.js';

/** The artifacts of a project. */
@RequirePermission('data')
@Resource('Artifacts')
@Controller('api/v1/projects/:project/artifacts')
export class ArtifactsController {
  constructor(private readonly artifacts: ArtifactsService) {}

  @Post()
  @Operation({
    id: 'createArtifact',
    summary: 'Create an artifact',
    description:
      'Creates an artifact from a complete upload session, which is consumed. The artifact has the content type of the ' +
      'session.',
    answer: artifactSchema,
    errors: [
      'id_taken',
      'session_not_found',
      'session_incomplete',
      'session_closed',
      'file_too_large',
      'quota_exceeded',
      'artifact_not_found',
      'file_not_processed',
    ],
  })
  create(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody(createArtifactSchema) body: CreateArtifact,
  ): Promise<ArtifactResponse> {
    return this.artifacts.create(context, project, body);
  }

  @Get()
  @Operation({
    id: 'listArtifacts',
    summary: 'List artifacts',
    description: 'Entries are listed oldest first.',
    answer: artifactPageSchema,
    errors: ['cursor_invalid'],
  })
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(listQuerySchema) query: ListQuery,
  ): Promise<Page<ArtifactResponse>> {
    return this.artifacts.list(context, project, query);
  }

  @Get(':artifact')
  @Operation({
    id: 'readArtifact',
    summary: 'Get an artifact',
    answer: artifactSchema,
    errors: ['artifact_not_found'],
  })
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('artifact') artifact: string,
  ): Promise<ArtifactResponse> {
    return this.artifacts.read(context, project, artifact);
  }

  @Delete(':artifact')
  @HttpCode(204)
  @Operation({ id: 'deleteArtifact', summary: 'Delete an artifact', errors: ['artifact_not_found'] })
  remove(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('artifact') artifact: string,
  ): Promise<void> {
    return this.artifacts.remove(context, project, artifact);
  }
}
