import { Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, parseBody, parseQuery } from '@earshot/dto-common';
import {
  createInstallationKeySchema,
  updateApiKeySchema,
  type ApiKeyResponse,
  type CreatedApiKeyResponse,
} from '@earshot/dto-projects';
import { AdminOnly } from '../auth/access.decorators.js';
import { Context, JsonBody, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { ApiKeysService } from './api-keys.service.js';

/** Keys of the installation: they may name any project. */
@AdminOnly()
@Controller('api/v1/api_keys')
export class InstallationKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Post()
  @Header('cache-control', 'no-store')
  create(@Context() context: RequestContext, @JsonBody() body: object): Promise<CreatedApiKeyResponse> {
    return this.keys.create(context, null, parseBody(createInstallationKeySchema, body));
  }

  @Get()
  list(@Context() context: RequestContext, @Query() query: object): Promise<Page<ApiKeyResponse>> {
    return this.keys.list(context, null, parseQuery(listQuerySchema, query));
  }

  @Get(':key')
  read(@Context() context: RequestContext, @Param('key') key: string): Promise<ApiKeyResponse> {
    return this.keys.read(context, null, key);
  }

  @Patch(':key')
  update(@Context() context: RequestContext, @Param('key') key: string, @JsonBody() body: object) {
    return this.keys.update(context, null, key, parseBody(updateApiKeySchema, body));
  }

  @Delete(':key')
  @HttpCode(204)
  revoke(@Context() context: RequestContext, @Param('key') key: string): Promise<void> {
    return this.keys.revoke(context, null, key);
  }
}
