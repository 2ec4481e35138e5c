import { Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  apiKeyPageSchema,
  apiKeySchema,
  createApiKeySchema,
  createdApiKeySchema,
  updateApiKeySchema,
  type ApiKeyResponse,
  type CreateApiKey,
  type CreatedApiKeyResponse,
  type UpdateApiKey,
} from '@earshot/dto-projects';
import { RequirePermission } from '../auth/access.decorators.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { JsonBody, ParsedQuery } from '../http/parsed-parameters.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import type { Page } from '../management/page.js';
import { ApiKeysService } from './api-keys.service.js';

/** Keys of one project. */
@RequirePermission('keys')
@Resource('API keys')
@Controller('api/v1/projects/:project/api_keys')
export class ProjectKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Post()
  @Operation({
    id: 'createApiKey',
    summary: 'Create an API key',
    description:
      "The response contains the key; it is shown only once. A key cannot have more permissions than the caller's key.",
    answer: createdApiKeySchema,
    errors: ['key_in_use', 'id_taken', 'grant_exceeded'],
  })
  create(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody(createApiKeySchema) body: CreateApiKey,
  ): Promise<CreatedApiKeyResponse> {
    return this.keys.create(context, project, body);
  }

  @Get()
  @Operation({
    id: 'listApiKeys',
    summary: 'List API keys',
    answer: apiKeyPageSchema,
    errors: ['cursor_invalid'],
  })
  @RequirePermission('read')
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(listQuerySchema) query: ListQuery,
  ): Promise<Page<ApiKeyResponse>> {
    return this.keys.list(context, project, query);
  }

  @Get(':key')
  @Operation({
    id: 'readApiKey',
    summary: 'Get an API key',
    description: 'Returns the metadata of the key. The key itself is not stored.',
    answer: apiKeySchema,
    errors: ['api_key_not_found'],
  })
  @RequirePermission('read')
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('key') key: string,
  ): Promise<ApiKeyResponse> {
    return this.keys.read(context, project, key);
  }

  @Patch(':key')
  @Operation({
    id: 'updateApiKey',
    summary: 'Update an API key',
    description:
      "Omitted fields keep their values. A key cannot have more permissions than the caller's key, and cannot change " +
      'itself.',
    answer: apiKeySchema,
    errors: ['api_key_not_found', 'grant_exceeded', 'own_key_fixed'],
  })
  update(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('key') key: string,
    @JsonBody(updateApiKeySchema) body: UpdateApiKey,
  ): Promise<ApiKeyResponse> {
    return this.keys.update(context, project, key, body);
  }

  @Delete(':key')
  @Operation({
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The key is rejected everywhere within 2 seconds.',
    errors: ['api_key_not_found'],
  })
  @HttpCode(204)
  revoke(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('key') key: string,
  ): Promise<void> {
    return this.keys.revoke(context, project, key);
  }
}
