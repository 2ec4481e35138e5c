import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import {
  interactionPageSchema,
  interactionQuerySchema,
  interactionSchema,
  type InteractionQuery,
} from '@earshot/dto-interactions';
import { RequirePermission } from '../auth/access.decorators.js';
import { InProject } from '../auth/project.pipe.js';
import { QueryPipe } from '../http/schema.pipe.js';
import type { ProjectContext } from '../http/request-context.js';
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
    summary: 'List the interactions of a project',
    description:
      'The newest first; those for which every filter holds. Pages neither repeat nor leave out what was there when the first one was read, ' +
      'and have fewer entries than `limit` where those are large.',
    answer: interactionPageSchema,
    errors: ['cursor_invalid', 'metric_not_found'],
  })
  @RequirePermission('read')
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(interactionQuerySchema)) query: InteractionQuery) {
    return this.interactions.list(context, query);
  }

  @Get('interactions/:completion')
  @Operation({
    id: 'readInteraction',
    summary: 'Read an interaction',
    description: 'With what was said about it. One whose answer has ended is found.',
    answer: interactionSchema,
    errors: ['completion_not_found', 'object_not_found'],
  })
  @RequirePermission('read')
  read(@InProject() context: ProjectContext, @Param('completion') completion: string) {
    return this.interactions.read(context, completion);
  }

  @Delete('interactions/:completion')
  @HttpCode(204)
  @Operation({
    id: 'eraseInteraction',
    summary: 'Erase an interaction',
    description:
      'With the other choices of the same answer, which have the same prompt, and all that was said about them. None of it can be read or counted once ' +
      'this is answered; `503 erasure_in_progress` as for a user. Images stay until they are deleted themselves.',
    errors: ['completion_not_found', 'erasure_in_progress'],
  })
  @RequirePermission('manage')
  eraseOne(@InProject() context: ProjectContext, @Param('completion') completion: string) {
    return this.interactions.eraseOne(context, completion);
  }

  @Delete('users/:user')
  @HttpCode(204)
  @Operation({
    id: 'eraseUser',
    summary: "Erase a user's data",
    description:
      "The user's interactions and all that was said about them, and what the user said about others. None of it can be read or counted once this is " +
      'answered. `503 erasure_in_progress`: the erasure is recorded and goes on, and a part of it can still be read; repeat the request to wait for it.',
    errors: ['erasure_in_progress'],
    path: { user: { description: 'The user as requests name it: a uuid, or any text.', example: 'user-4711' } },
  })
  @RequirePermission('manage')
  erase(@InProject() context: ProjectContext, @Param('user') user: string) {
    return this.interactions.erase(context, user);
  }
}
