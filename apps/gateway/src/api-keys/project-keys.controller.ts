import { Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, parseBody, parseQuery } from '@earshot/dto-common';
import {
  createApiKeySchema,
  updateApiKeySchema,
  type ApiKeyResponse,
  type CreatedApiKeyResponse,
} from '@earshot/dto-projects';
import { RequirePermission } from '../auth/access.decorators.js';
import { Context, JsonBody, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { ApiKeysService } from './api-keys.service.js';

/** Keys of one project. */
@RequirePermission('manage')
@Controller('api/v1/projects/:project/api_keys')
export class ProjectKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Post()
  @Header('cache-control', 'no-store')
  create(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody() body: object,
  ): Promise<CreatedApiKeyResponse> {
    return this.keys.create(context, project, parseBody(createApiKeySchema, body));
  }

  @Get()
  @RequirePermission('read')
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Query() query: object,
  ): Promise<Page<ApiKeyResponse>> {
    return this.keys.list(context, project, parseQuery(listQuerySchema, query));
  }

  @Get(':key')
  @RequirePermission('read')
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('key') key: string,
  ): Promise<ApiKeyResponse> {
    return this.keys.read(context, project, key);
  }

  @Patch(':key')
  update(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('key') key: string,
    @JsonBody() body: object,
  ): Promise<ApiKeyResponse> {
    return this.keys.update(context, project, key, parseBody(updateApiKeySchema, body));
  }

  @Delete(':key')
  @HttpCode(204)
  revoke(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('key') key: string,
  ): Promise<void> {
    return this.keys.revoke(context, project, key);
  }
}
