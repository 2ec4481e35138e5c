import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  apiKeyPageSchema,
  apiKeySchema,
  createApiKeySchema,
  createdApiKeySchema,
  keyUsagePageSchema,
  keyUsageQuerySchema,
  updateApiKeySchema,
  type CreateApiKey,
  type KeyUsageQuery,
  type UpdateApiKey,
} from '@earshot/dto-projects';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyUsageService } from './key-usage.service.js';

/** Keys of one project. */
@RequirePermission('keys')
@Resource('API keys')
@Controller('api/v1/projects/:project/api_keys')
export class ProjectKeysController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly usage: KeyUsageService,
  ) {}

  @Post()
  @Operation({
    id: 'createApiKey',
    summary: 'Create an API key',
    description:
      "The response contains the key; it is shown only once. A key cannot have more permissions than the caller's key.",
    answer: createdApiKeySchema,
    errors: ['key_in_use', 'id_taken', 'grant_exceeded'],
  })
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createApiKeySchema)) body: CreateApiKey) {
    return this.keys.create(context, context.project.id, body);
  }

  @Get()
  @Operation({ id: 'listApiKeys', summary: 'List API keys', answer: apiKeyPageSchema })
  @RequirePermission('read')
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.keys.list(context, context.project.id, query);
  }

  @Get('usage')
  @Operation({
    id: 'listApiKeyUsage',
    summary: 'List the usage of API keys',
    description:
      'Returns requests and tokens of the last days, and how much of its limits each key uses now. Days are at most a ' +
      'minute behind. A gateway that is killed loses the counts of its last 20 seconds.',
    answer: keyUsagePageSchema,
  })
  @RequirePermission('read')
  listUsage(@InProject() context: ProjectContext, @Query(new QueryPipe(keyUsageQuerySchema)) query: KeyUsageQuery) {
    return this.usage.list(context, context.project.id, query);
  }

  @Get(':key')
  @Operation({
    id: 'readApiKey',
    summary: 'Get an API key',
    description: 'Returns the metadata of the key. The key itself is not stored.',
    answer: apiKeySchema,
  })
  @RequirePermission('read')
  read(@InProject() context: ProjectContext, @Param('key') key: string) {
    return this.keys.read(context, context.project.id, key);
  }

  @Patch(':key')
  @Operation({
    id: 'updateApiKey',
    summary: 'Update an API key',
    description:
      "Omitted fields keep their values. A key cannot have more permissions than the caller's key, and cannot change " +
      'itself.',
    answer: apiKeySchema,
    errors: ['grant_exceeded', 'own_key_fixed'],
  })
  update(
    @InProject() context: ProjectContext,
    @Param('key') key: string,
    @Body(new BodyPipe(updateApiKeySchema)) body: UpdateApiKey,
  ) {
    return this.keys.update(context, context.project.id, key, body);
  }

  @Delete(':key')
  @Operation({
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The key is rejected everywhere within 2 seconds.',
  })
  revoke(@InProject() context: ProjectContext, @Param('key') key: string) {
    return this.keys.revoke(context, context.project.id, key);
  }
}
