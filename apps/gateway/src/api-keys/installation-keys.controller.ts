import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  apiKeyPageSchema,
  apiKeySchema,
  createInstallationKeySchema,
  createdApiKeySchema,
  keyUsagePageSchema,
  keyUsageQuerySchema,
  updateApiKeySchema,
  type CreateApiKey,
  type KeyUsageQuery,
  type UpdateApiKey,
} from '@earshot/dto-projects';
import { AdminOnly } from '../auth/route.decorators.js';
import { Context, type RequestContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyUsageService } from './key-usage.service.js';

/** Keys of the installation: they may name any project. */
@AdminOnly('keys')
@Resource('Installation keys')
@Controller('api/v1/api_keys')
export class InstallationKeysController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly usage: KeyUsageService,
  ) {}

  @Post()
  @Operation({
    id: 'createInstallationKey',
    summary: 'Create an installation key',
    description:
      "The response contains the key; it is shown only once. A key cannot have more permissions than the caller's key.",
    answer: createdApiKeySchema,
    errors: ['key_in_use', 'id_taken', 'grant_exceeded'],
  })
  create(@Context() context: RequestContext, @Body(new BodyPipe(createInstallationKeySchema)) body: CreateApiKey) {
    return this.keys.create(context, null, body);
  }

  @Get()
  @Operation({ id: 'listInstallationKeys', summary: 'List installation keys', answer: apiKeyPageSchema })
  list(@Context() context: RequestContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.keys.list(context, null, query);
  }

  @Get('usage')
  @Operation({
    id: 'listInstallationKeyUsage',
    summary: 'List the usage of installation keys',
    description:
      'Returns requests and tokens of the last days, and how much of its limits each key uses now. Days are at most a ' +
      'minute behind. A gateway that is killed loses the counts of its last 20 seconds.',
    answer: keyUsagePageSchema,
  })
  listUsage(@Context() context: RequestContext, @Query(new QueryPipe(keyUsageQuerySchema)) query: KeyUsageQuery) {
    return this.usage.list(context, null, query);
  }

  @Get(':key')
  @Operation({
    id: 'readInstallationKey',
    summary: 'Get an installation key',
    description: 'Returns the metadata of the key. The key itself is not stored.',
    answer: apiKeySchema,
  })
  read(@Context() context: RequestContext, @Param('key') key: string) {
    return this.keys.read(context, null, key);
  }

  @Patch(':key')
  @Operation({
    id: 'updateInstallationKey',
    summary: 'Update an installation key',
    description:
      "Omitted fields keep their values. A key cannot have more permissions than the caller's key, and cannot change " +
      'itself.',
    answer: apiKeySchema,
    errors: ['grant_exceeded', 'own_key_fixed'],
  })
  update(
    @Context() context: RequestContext,
    @Param('key') key: string,
    @Body(new BodyPipe(updateApiKeySchema)) body: UpdateApiKey,
  ) {
    return this.keys.update(context, null, key, body);
  }

  @Delete(':key')
  @Operation({
    id: 'revokeInstallationKey',
    summary: 'Revoke an installation key',
    description: 'The key is rejected everywhere within 2 seconds.',
  })
  revoke(@Context() context: RequestContext, @Param('key') key: string) {
    return this.keys.revoke(context, null, key);
  }
}
