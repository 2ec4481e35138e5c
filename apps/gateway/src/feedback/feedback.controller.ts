import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import {
  comparisonInputSchema,
  comparisonOutputSchema,
  comparisonPageSchema,
  feedbackInputSchema,
  feedbackListQuerySchema,
  feedbackOutputSchema,
  feedbackPageSchema,
  feedbackStatisticsQuerySchema,
  feedbackStatisticsSchema,
  outcomeInputSchema,
  outcomeListQuerySchema,
  outcomeOutputSchema,
  outcomePageSchema,
  type ComparisonInput,
  type FeedbackInput,
  type FeedbackListQuery,
  type FeedbackStatisticsQuery,
  type OutcomeInput,
  type OutcomeListQuery,
} from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, Context, type ProjectContext, type RequestContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { FeedbackService } from './feedback.service.js';
import { FeedbackStatisticsService } from './feedback-statistics.service.js';
import { projectErrors } from '../openapi/route-errors.js';

/** Feedback on completions, outcomes of sessions, and comparisons. */
@RequirePermission('feedback')
@Resource('Feedback')
@Controller('api/v1')
export class FeedbackController {
  constructor(
    private readonly feedbacks: FeedbackService,
    private readonly feedbackStatistics: FeedbackStatisticsService,
  ) {}

  @Post('feedback')
  @Operation({
    id: 'createFeedback',
    summary: 'Record feedback',
    description:
      'Feedback is accepted from the first token of the completion on. It is recorded once the response arrives.',
    answer: feedbackOutputSchema,
    errors: ['completion_not_found', 'metric_not_found', 'metric_value_invalid', ...projectErrors],
  })
  feedback(@Context() context: RequestContext, @Body(new BodyPipe(feedbackInputSchema)) body: FeedbackInput) {
    return this.feedbacks.feedback(context, body);
  }

  @Post('outcome')
  @Operation({
    id: 'createOutcome',
    summary: 'Record the outcome of a session',
    description: 'The outcome is recorded once the response arrives.',
    answer: outcomeOutputSchema,
    errors: ['session_not_found', 'session_ambiguous', 'metric_not_found', 'metric_value_invalid', ...projectErrors],
  })
  outcome(@Context() context: RequestContext, @Body(new BodyPipe(outcomeInputSchema)) body: OutcomeInput) {
    return this.feedbacks.outcome(context, body);
  }

  @Post('comparison')
  @Operation({
    id: 'createComparison',
    summary: 'Record a comparison of two completions',
    description:
      'Both completions must answer the same prompt. A completion given as text is recorded as an imported interaction. ' +
      'The comparison is recorded once the response arrives.',
    answer: comparisonOutputSchema,
    errors: [
      'completion_not_found',
      'metric_not_found',
      'model_not_found',
      'same_completion',
      'prompts_differ',
      'completions_of_two_projects',
      'project_required',
      ...projectErrors,
      'image_not_of_project',
    ],
  })
  compare(@Context() context: RequestContext, @Body(new BodyPipe(comparisonInputSchema)) body: ComparisonInput) {
    return this.feedbacks.compare(context, body);
  }

  @Get('projects/:project/feedback')
  @RequirePermission('read')
  @Operation({
    id: 'listFeedback',
    summary: 'List feedback',
    description: 'Includes replaced values. `current` marks the values that count.',
    answer: feedbackPageSchema,
    errors: ['metric_not_found'],
  })
  listFeedback(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(feedbackListQuerySchema)) query: FeedbackListQuery,
  ) {
    return this.feedbacks.listFeedback(context, query);
  }

  @Get('projects/:project/feedback/statistics')
  @RequirePermission('read')
  @Operation({
    id: 'readFeedbackStatistics',
    summary: 'Get statistics of feedback',
    description:
      'Counts values and comparisons by time, and by metric or model. For each user and target, only the latest value ' +
      'counts. A value is included once the request that recorded it is answered.',
    answer: feedbackStatisticsSchema,
    errors: ['metric_not_found'],
  })
  statistics(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(feedbackStatisticsQuerySchema)) query: FeedbackStatisticsQuery,
  ) {
    return this.feedbackStatistics.read(context, query);
  }

  @Get('projects/:project/outcomes')
  @RequirePermission('read')
  @Operation({
    id: 'listOutcomes',
    summary: 'List outcomes',
    description: 'Includes replaced values. `current` marks the values that count.',
    answer: outcomePageSchema,
    errors: ['metric_not_found'],
  })
  listOutcomes(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(outcomeListQuerySchema)) query: OutcomeListQuery,
  ) {
    return this.feedbacks.listOutcomes(context, query);
  }

  @Get('projects/:project/comparisons')
  @RequirePermission('read')
  @Operation({
    id: 'listComparisons',
    summary: 'List comparisons',
    answer: comparisonPageSchema,
    errors: ['metric_not_found'],
  })
  listComparisons(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(feedbackListQuerySchema)) query: FeedbackListQuery,
  ) {
    return this.feedbacks.listComparisons(context, query);
  }

  @Delete('projects/:project/feedback/:feedback')
  @Operation({
    id: 'deleteFeedback',
    summary: 'Delete feedback',
    description: 'Also takes an outcome. If it replaced an earlier value of the same user, that value counts again.',
  })
  removeFeedback(@InProject() context: ProjectContext, @Param('feedback') id: string) {
    return this.feedbacks.removeFeedback(context, id);
  }

  @Delete('projects/:project/comparisons/:comparison')
  @Operation({ id: 'deleteComparison', summary: 'Delete a comparison' })
  removeComparison(@InProject() context: ProjectContext, @Param('comparison') id: string) {
    return this.feedbacks.removeComparison(context, id);
  }
}
