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
    summary: 'Say something about a completion',
    description: 'From the first token of its answer on. On record when answered.',
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
    summary: 'Say how a session turned out',
    description: 'On record when answered.',
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
    summary: 'Say which of two completions of one prompt is better',
    description:
      'A completion that is given as a text is recorded as an imported interaction. On record when answered.',
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
