import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  deletedCompletionSchema,
  storedCompletionListSchema,
  storedCompletionSchema,
  storedListQuerySchema,
  storedMessageListSchema,
  storedMessageQuerySchema,
  updateStoredSchema,
  type StoredListQuery,
  type StoredMessageQuery,
  type UpdateStored,
} from '@earshot/dto-inference';
import { Context, type RequestContext } from '../auth/request-context.js';
import { RequirePermission } from '../auth/route.decorators.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { StoredCompletionsService } from './stored-completions.service.js';

/** OpenAI's stored chat completions: the recorded interactions. */
@Resource('OpenAI')
@Controller('openai/v1/chat/completions')
export class StoredCompletionsController {
  constructor(private readonly stored: StoredCompletionsService) {}

  @Get()
  @Operation({
    id: 'listStoredCompletions',
    summary: 'List stored chat completions',
    description: 'Entries are listed newest first. `metadata[name]=value` requires a label; repeat it for several.',
    answer: storedCompletionListSchema,
    errors: ['project_not_found', 'project_forbidden', 'completion_not_found', 'object_not_found', 'query_too_broad'],
  })
  @RequirePermission('read')
  list(@Context() context: RequestContext, @Query(new QueryPipe(storedListQuerySchema)) query: StoredListQuery) {
    return this.stored.list(context, query);
  }

  @Get(':completion')
  @Operation({
    id: 'readStoredCompletion',
    summary: 'Get a stored chat completion',
    answer: storedCompletionSchema,
    errors: ['object_not_found'],
  })
  @RequirePermission('read')
  read(@Context() context: RequestContext, @Param('completion') completion: string) {
    return this.stored.read(context, completion);
  }

  @Get(':completion/messages')
  @Operation({
    id: 'listStoredMessages',
    summary: 'List the messages of a stored chat completion',
    answer: storedMessageListSchema,
    errors: ['object_not_found'],
  })
  @RequirePermission('read')
  messages(
    @Context() context: RequestContext,
    @Param('completion') completion: string,
    @Query(new QueryPipe(storedMessageQuerySchema)) query: StoredMessageQuery,
  ) {
    return this.stored.messages(context, completion, query);
  }

  @Post(':completion')
  @HttpCode(200)
  @Operation({
    id: 'updateStoredCompletion',
    summary: 'Update the metadata of a stored chat completion',
    description: 'Replaces all labels of the interaction.',
    answer: storedCompletionSchema,
    errors: ['object_not_found'],
  })
  @RequirePermission('manage')
  update(
    @Context() context: RequestContext,
    @Param('completion') completion: string,
    @Body(new BodyPipe(updateStoredSchema)) { metadata }: UpdateStored,
  ) {
    return this.stored.update(context, completion, metadata);
  }

  @Delete(':completion')
  @HttpCode(200)
  @Operation({
    id: 'deleteStoredCompletion',
    summary: 'Delete a stored chat completion',
    description: 'Erases the interaction, with all feedback on it and the other choices of its answer.',
    answer: deletedCompletionSchema,
    errors: ['object_not_found', 'erasure_in_progress'],
  })
  @RequirePermission('manage')
  delete(@Context() context: RequestContext, @Param('completion') completion: string) {
    return this.stored.delete(context, completion);
  }
}
