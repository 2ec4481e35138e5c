import { Args, Mutation } from '@nestjs/graphql';
import { parseBody } from '@earshot/dto-common';
import { feedbackInputSchema } from '@earshot/dto-feedback';
import type { RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import { FeedbackService } from '../../feedback/feedback.service.js';
import { FieldContext, GuardedResolver } from '../resolver.decorators.js';

interface ScoreAddInput {
  readonly value: unknown;
  readonly details?: string | null;
  readonly reason?: string | null;
}

/** Feedback on completions. */
@GuardedResolver()
@RequirePermission('feedback')
export class FeedbackResolver {
  constructor(private readonly feedback: FeedbackService) {}

  @Mutation('addDirectScore')
  async add(
    @FieldContext() context: RequestContext,
    @Args('completionId') completion_id: string,
    @Args('metricId') metric: string,
    @Args('input') { value, details, reason }: ScoreAddInput,
  ) {
    const body = parseBody(feedbackInputSchema, { completion_id, metric, value, details, reason });
    const { feedback_id: id } = await this.feedback.feedback(context, body);
    return { id, value: Number(value), metric: null, reason, details, createdAt: Date.now() };
  }
}
