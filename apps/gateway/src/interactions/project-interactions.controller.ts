import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import {
  interactionCountQuerySchema,
  interactionCountSchema,
  interactionPageSchema,
  interactionQuerySchema,
  interactionSchema,
  statisticsQuerySchema,
  statisticsSchema,
  type InteractionCountQuery,
  type InteractionQuery,
  type StatisticsQuery,
} from '@earshot/dto-interactions';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ProjectInteractionsService } from './project-interactions.service.js';
import { InteractionStatisticsService } from './statistics.service.js';

/** The interactions of a project, and its users. */
@Resource('Interactions')
@Controller('api/v1/projects/:project')
export class ProjectInteractionsController {
  constructor(
    private readonly interactions: ProjectInteractionsService,
    private readonly statistics: InteractionStatisticsService,
  ) {}

  @Get('interactions')
  @Operation({
    id: 'listInteractions',
    summary: 'List interactions',
    description:
      'Entries are listed newest first and match all filters. Pages neither repeat nor omit interactions that existed ' +
      'when the first page was read. A page of large entries may hold fewer than `limit`.',
    answer: interactionPageSchema,
    errors: ['metric_not_found', 'query_too_broad'],
  })
  @RequirePermission('read')
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(interactionQuerySchema)) query: InteractionQuery) {
    return this.interactions.list(context, query);
  }

  @Get('interactions/count')
  @Operation({
    id: 'countInteractions',
    summary: 'Count interactions',
    description: 'Counts interactions that match all filters, or what a dataset of them would take.',
    answer: interactionCountSchema,
    errors: ['metric_not_found', 'query_too_broad'],
  })
  @RequirePermission('read')
  count(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(interactionCountQuerySchema)) query: InteractionCountQuery,
  ) {
    return this.interactions.count(context, query);
  }

  @Get('interactions/statistics')
  @Operation({
    id: 'readInteractionStatistics',
    summary: 'Get statistics of interactions',
    description:
      'Counts, tokens and times by interval, optionally by group. Times and tokens of a response count once, however many ' +
      'choices it has. Percentiles come from a logarithmic histogram and are off by at most 5 %.',
    answer: statisticsSchema,
    errors: ['query_too_broad'],
  })
  @RequirePermission('read')
  readStatistics(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(statisticsQuerySchema)) query: StatisticsQuery,
  ) {
    return this.statistics.read(context, query);
  }

  @Get('interactions/:completion')
  @Operation({
    id: 'readInteraction',
    summary: 'Get an interaction',
    description: 'Includes its feedback. An interaction can be read once its answer has ended.',
    answer: interactionSchema,
    errors: ['object_not_found'],
  })
  @RequirePermission('read')
  read(@InProject() context: ProjectContext, @Param('completion') completion: string) {
    return this.interactions.read(context, completion);
  }

  @Delete('interactions/:completion')
  @Operation({
    id: 'eraseInteraction',
    summary: 'Erase an interaction',
    description:
      'Also erases all feedback on it, and the other choices of the same answer, which share its prompt. Erased data ' +
      'cannot be read or counted once the response arrives. `503 erasure_in_progress`: the erasure is recorded but not ' +
      'finished; repeat the request to wait for it. Images are kept until you delete them.',
    errors: ['erasure_in_progress'],
  })
  @RequirePermission('manage')
  eraseOne(@InProject() context: ProjectContext, @Param('completion') completion: string) {
    return this.interactions.eraseOne(context, completion);
  }

  @Delete('users/:user')
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
  erase(@InProject() context: ProjectContext, @Param('user') user: string) {
    return this.interactions.erase(context, user);
  }
}
