import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import {
  interactionPageSchema,
  interactionQuerySchema,
  interactionSchema,
  type InteractionQuery,
  type InteractionResponse,
  type ListedInteraction,
} from '@earshot/dto-interactions';
import { RequirePermission } from '../auth/access.decorators.js';
import { ParsedQuery } from '../http/parsed-parameters.js';
import { Context, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ProjectInteractionsService } from './project-interactions.service.js';

/** The interactions of a project, and its users. */
@Resource('Interactions')
@Controller('api/v1/projects/:project')
export class ProjectInteractionsController {
  constructor(private readonly interactions: ProjectInteractionsService) {}

  @Get('interactions')
  @Operation({
    id: 'listInteractions',
    summary: 'List interactions',
    description:
      'Entries are listed newest first and match all filters. Pages neither repeat nor omit interactions that existed ' +
      'when the first page was read. A page of large entries may hold fewer than `limit`.',
    answer: interactionPageSchema,
    errors: ['cursor_invalid', 'metric_not_found'],
  })
  @RequirePermission('read')
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(interactionQuerySchema) query: InteractionQuery,
  ): Promise<Page<ListedInteraction>> {
    return this.interactions.list(context, project, query);
  }

  @Get('interactions/:completion')
  @Operation({
    id: 'readInteraction',
    summary: 'Get an interaction',
    description: 'Includes its feedback. An interaction can be read once its answer has ended.',
    answer: interactionSchema,
    errors: ['completion_not_found', 'object_not_found'],
  })
  @RequirePermission('read')
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('completion') completion: string,
  ): Promise<InteractionResponse> {
    return this.interactions.read(context, project, completion);
  }

  @Delete('interactions/:completion')
  @HttpCode(204)
  @Operation({
    id: 'eraseInteraction',
    summary: 'Erase an interaction',
    description:
      'Also erases all feedback on it, and the other choices of the same answer, which share its prompt. Erased data ' +
      'cannot be read or counted once the response arrives. `503 erasure_in_progress`: the erasure is recorded but not ' +
      'finished; repeat the request to wait for it. Images are kept until you delete them.',
    errors: ['completion_not_found', 'erasure_in_progress'],
  })
  @RequirePermission('manage')
  eraseOne(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('completion') completion: string,
  ): Promise<void> {
    return this.interactions.eraseOne(context, project, completion);
  }

  @Delete('users/:user')
  @HttpCode(204)
  @Operation({
    id: 'eraseUser',
    summary: 'Erase the data of a user',
    description:
      'Erases the interactions of the user, all feedback on them, and feedback that the user gave elsewhere. Erased data ' +
      'cannot be read or counted once the response arrives. `503 erasure_in_progress`: the erasure is recorded but not ' +
      'finished, and some data can still be read; repeat the request to wait for it.',
    errors: ['erasure_in_progress'],
    path: { user: { description: 'User id as sent in requests: a uuid or any text.', example: 'user-4711' } },
  })
  @RequirePermission('manage')
  erase(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('user') user: string,
  ): Promise<void> {
    return this.interactions.erase(context, project, user);
  }
}
