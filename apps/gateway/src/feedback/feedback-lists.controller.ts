import { Controller, Get, Param } from '@nestjs/common';
import {
  comparisonPageSchema,
  feedbackListQuerySchema,
  feedbackPageSchema,
  outcomeListQuerySchema,
  outcomePageSchema,
  type ComparisonPage,
  type FeedbackListQuery,
  type FeedbackPage,
  type OutcomeListQuery,
  type OutcomePage,
} from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/access.decorators.js';
import { ParsedQuery } from '../http/parsed-parameters.js';
import { Context, type RequestContext } from '../http/request-context.js';
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
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(feedbackListQuerySchema) query: FeedbackListQuery,
  ): Promise<FeedbackPage> {
    return this.lists.feedback(context, project, query);
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
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(outcomeListQuerySchema) query: OutcomeListQuery,
  ): Promise<OutcomePage> {
    return this.lists.outcomes(context, project, query);
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
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(feedbackListQuerySchema) query: FeedbackListQuery,
  ): Promise<ComparisonPage> {
    return this.lists.comparisons(context, project, query);
  }
}
