import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import { artifactPageSchema, artifactSchema, createArtifactSchema, type CreateArtifact } from '@earshot/dto-storage';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ArtifactsService } from './artifacts.service.js';
import { uploadErrors } from '../openapi/route-errors.js';

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
    errors: [...uploadErrors, 'artifact_not_found', 'file_not_processed'],
  })
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createArtifactSchema)) body: CreateArtifact) {
    return this.artifacts.create(context, context.project.id, body);
  }

  @Get()
  @Operation({ id: 'listArtifacts', summary: 'List artifacts', answer: artifactPageSchema })
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.artifacts.list(context, context.project.id, query);
  }

  @Get(':artifact')
  @Operation({ id: 'readArtifact', summary: 'Get an artifact', answer: artifactSchema })
  read(@InProject() context: ProjectContext, @Param('artifact') artifact: string) {
    return this.artifacts.read(context, context.project.id, artifact);
  }

  @Delete(':artifact')
  @Operation({ id: 'deleteArtifact', summary: 'Delete an artifact' })
  remove(@InProject() context: ProjectContext, @Param('artifact') artifact: string) {
    return this.artifacts.remove(context, context.project.id, artifact);
  }
}
