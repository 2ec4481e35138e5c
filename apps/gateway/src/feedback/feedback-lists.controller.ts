import { Controller, Get, Query } from '@nestjs/common';
import {
  comparisonPageSchema,
  feedbackListQuerySchema,
  feedbackPageSchema,
  outcomeListQuerySchema,
  outcomePageSchema,
  type FeedbackListQuery,
  type OutcomeListQuery,
} from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/access.decorators.js';
import { InProject } from '../auth/project.pipe.js';
import { QueryPipe } from '../http/schema.pipe.js';
import type { ProjectContext } from '../http/request-context.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { FeedbackListsService } from './feedback-lists.service.js';

/** What people said in a project. */
@RequirePermission('read')
@Resource('Feedback')
@Controller('api/v1/projects/:project')
export class FeedbackListsController {
  constructor(private readonly lists: FeedbackListsService) {}

  @Get('feedback')
  @Operation({
    id: 'listFeedback',
    summary: 'List feedback',
    description: 'Entries are listed oldest first and include replaced values. `current` marks the values that count.',
    answer: feedbackPageSchema,
    errors: ['cursor_invalid', 'metric_not_found'],
  })
  feedback(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(feedbackListQuerySchema)) query: FeedbackListQuery,
  ) {
    return this.lists.feedback(context, query);
  }

  @Get('outcomes')
  @Operation({
    id: 'listOutcomes',
    summary: 'List outcomes',
    description: 'Entries are listed oldest first and include replaced values. `current` marks the values that count.',
    answer: outcomePageSchema,
    errors: ['cursor_invalid', 'metric_not_found'],
  })
  outcomes(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(outcomeListQuerySchema)) query: OutcomeListQuery,
  ) {
    return this.lists.outcomes(context, query);
  }

  @Get('comparisons')
  @Operation({
    id: 'listComparisons',
    summary: 'List comparisons',
    description: 'Entries are listed oldest first.',
    answer: comparisonPageSchema,
    errors: ['cursor_invalid', 'metric_not_found'],
  })
  comparisons(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(feedbackListQuerySchema)) query: FeedbackListQuery,
  ) {
    return this.lists.comparisons(context, query);
  }
}
