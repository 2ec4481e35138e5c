import { Body, Controller, Post } from '@nestjs/common';
import {
  comparisonInputSchema,
  comparisonOutputSchema,
  feedbackInputSchema,
  feedbackOutputSchema,
  outcomeInputSchema,
  outcomeOutputSchema,
  type ComparisonInput,
  type FeedbackInput,
  type OutcomeInput,
} from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/access.decorators.js';
import { BodyPipe } from '../http/schema.pipe.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ComparisonsService } from './comparisons.service.js';
import { FeedbackService } from './feedback.service.js';

/** What people say about answers and sessions. */
@RequirePermission('feedback')
@Resource('Feedback')
@Controller('api/v1')
export class FeedbackController {
  constructor(
    private readonly feedbackService: FeedbackService,
    private readonly comparisons: ComparisonsService,
  ) {}

  @Post('feedback')
  @Operation({
    id: 'createFeedback',
    summary: 'Record feedback',
    description:
      'Feedback is accepted from the first token of the completion on. It is recorded once the response arrives.',
    answer: feedbackOutputSchema,
    errors: [
      'completion_not_found',
      'metric_not_found',
      'metric_value_invalid',
      'project_not_found',
      'project_forbidden',
    ],
  })
  feedback(@Context() context: RequestContext, @Body(new BodyPipe(feedbackInputSchema)) body: FeedbackInput) {
    return this.feedbackService.feedback(context, body);
  }

  @Post('outcome')
  @Operation({
    id: 'createOutcome',
    summary: 'Record the outcome of a session',
    description: 'The outcome is recorded once the response arrives.',
    answer: outcomeOutputSchema,
    errors: [
      'session_not_found',
      'session_ambiguous',
      'metric_not_found',
      'metric_value_invalid',
      'project_not_found',
      'project_forbidden',
    ],
  })
  outcome(@Context() context: RequestContext, @Body(new BodyPipe(outcomeInputSchema)) body: OutcomeInput) {
    return this.feedbackService.outcome(context, body);
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
      'project_not_found',
      'project_forbidden',
      'image_not_of_project',
    ],
  })
  compare(@Context() context: RequestContext, @Body(new BodyPipe(comparisonInputSchema)) body: ComparisonInput) {
    return this.comparisons.compare(context, body);
  }
}
