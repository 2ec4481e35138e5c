import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, parseBody, parseQuery } from '@earshot/dto-common';
import { createModelSchema, updateModelSchema, type ModelResponse } from '@earshot/dto-inference';
import { RequirePermission } from '../auth/access.decorators.js';
import { Context, JsonBody, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { ModelsService } from './models.service.js';

/** The models of a project. */
@RequirePermission('manage')
@Controller('api/v1/projects/:project/models')
export class ModelsController {
  constructor(private readonly models: ModelsService) {}

  @Post()
  create(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody() body: object,
  ): Promise<ModelResponse> {
    return this.models.create(context, project, parseBody(createModelSchema, body));
  }

  @Get()
  @RequirePermission('read')
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Query() query: object,
  ): Promise<Page<ModelResponse>> {
    return this.models.list(context, project, parseQuery(listQuerySchema, query));
  }

  @Get(':model')
  @RequirePermission('read')
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('model') model: string,
  ): Promise<ModelResponse> {
    return this.models.read(context, project, model);
  }

  @Patch(':model')
  update(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('model') model: string,
    @JsonBody() body: object,
  ): Promise<ModelResponse> {
    return this.models.update(context, project, model, parseBody(updateModelSchema, body));
  }

  @Delete(':model')
  @HttpCode(204)
  remove(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('model') model: string,
  ): Promise<void> {
    return this.models.remove(context, project, model);
  }
}
