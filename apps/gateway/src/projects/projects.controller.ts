import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  createProjectSchema,
  projectPageSchema,
  projectSchema,
  projectUsageSchema,
  updateProjectSchema,
  type CreateProject,
  type UpdateProject,
} from '@earshot/dto-projects';
import { AdminOnly, RequirePermission } from '../auth/route.decorators.js';
import { Context, type RequestContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ProjectsService } from './projects.service.js';

/** Projects: made and changed with keys of the installation, read with a project's own too. */
@Resource('Projects')
@Controller('api/v1/projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Post()
  @Operation({
    id: 'createProject',
    summary: 'Create a project',
    answer: projectSchema,
    errors: ['key_taken', 'id_taken'],
  })
  @AdminOnly()
  create(@Context() context: RequestContext, @Body(new BodyPipe(createProjectSchema)) body: CreateProject) {
    return this.projects.create(context, body);
  }

  @Get()
  @Operation({
    id: 'listProjects',
    summary: 'List projects',
    description: 'Returns the projects that the key may access. A project key sees only its own project.',
    answer: projectPageSchema,
  })
  @RequirePermission('read')
  list(@Context() context: RequestContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.projects.list(context, query);
  }

  @Get(':project')
  @Operation({ id: 'readProject', summary: 'Get a project', answer: projectSchema })
  @RequirePermission('read')
  read(@Context() context: RequestContext, @Param('project') project: string) {
    return this.projects.read(context, project);
  }

  @Get(':project/usage')
  @Operation({
    id: 'readProjectUsage',
    summary: 'Get the usage of a project',
    description:
      'Returns usage and the limits in force: those of the project, or else of the installation. Deleted objects count ' +
      'until they are removed from the bucket, about 10 seconds later.',
    answer: projectUsageSchema,
  })
  @RequirePermission('read')
  usage(@Context() context: RequestContext, @Param('project') project: string) {
    return this.projects.usage(context, project);
  }

  @Patch(':project')
  @Operation({
    id: 'updateProject',
    summary: 'Update a project',
    description: 'Omitted fields keep their values. The change applies everywhere once the response arrives.',
    answer: projectSchema,
    errors: ['key_taken'],
  })
  @AdminOnly()
  update(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Body(new BodyPipe(updateProjectSchema)) body: UpdateProject,
  ) {
    return this.projects.update(context, project, body);
  }

  @Delete(':project')
  @Operation({ id: 'deleteProject', summary: 'Delete a project', description: 'Also deletes its models and API keys.' })
  @AdminOnly()
  remove(@Context() context: RequestContext, @Param('project') project: string) {
    return this.projects.remove(context, project);
  }
}
