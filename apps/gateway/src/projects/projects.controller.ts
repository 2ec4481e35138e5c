import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, parseBody, parseQuery } from '@earshot/dto-common';
import { createProjectSchema, updateProjectSchema, type ProjectResponse } from '@earshot/dto-projects';
import { AdminOnly, RequirePermission } from '../auth/access.decorators.js';
import { Context, JsonBody, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { ProjectsService } from './projects.service.js';

/** Projects: made and changed with keys of the installation, read with a project's own too. */
@Controller('api/v1/projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Post()
  @AdminOnly()
  create(@Context() context: RequestContext, @JsonBody() body: object): Promise<ProjectResponse> {
    return this.projects.create(context, parseBody(createProjectSchema, body));
  }

  @Get()
  @RequirePermission('read')
  list(@Context() context: RequestContext, @Query() query: object): Promise<Page<ProjectResponse>> {
    return this.projects.list(context, parseQuery(listQuerySchema, query));
  }

  @Get(':project')
  @RequirePermission('read')
  read(@Context() context: RequestContext, @Param('project') project: string): Promise<ProjectResponse> {
    return this.projects.read(context, project);
  }

  @Patch(':project')
  @AdminOnly()
  update(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody() body: object,
  ): Promise<ProjectResponse> {
    return this.projects.update(context, project, parseBody(updateProjectSchema, body));
  }

  @Delete(':project')
  @HttpCode(204)
  @AdminOnly()
  remove(@Context() context: RequestContext, @Param('project') project: string): Promise<void> {
    return this.projects.remove(context, project);
  }
}
