import { Controller } from '@nestjs/common';
import * as feedback from '@earshot/contracts-feedback';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';

/** What the commands of review queues asked for. */
export const askedOfReviews: object[] = [];

const at = '2026-01-31T12:00:00.000Z';

/** Stands for the review queues of the feedback service, without a database. */
@Controller()
export class ScriptedReviewsController {
  @CommandHandler(feedback.createReviewQueue)
  create(group: readonly Command<feedback.CreateReviewQueue>[]) {
    return each(group, (body): feedback.ReviewQueue => {
      const counts = { waiting: 0, leased: 0, reviewed: 0, skipped: 0 };
      return { ...body, metric_id: body.metric, metric: 'helpful', counts, created_at: at, updated_at: at };
    });
  }

  @CommandHandler(feedback.leaseReviewItems)
  lease(group: readonly Command<feedback.LeaseReviewItems>[]) {
    return each(group, (): feedback.LeasedReviewItems => ({ data: [] }));
  }

  @CommandHandler(feedback.releaseReviewLease)
  release(group: readonly Command<feedback.ReleaseReviewLease>[]) {
    return each(group, () => ({}));
  }

  @CommandHandler(feedback.recordReview)
  review(group: readonly Command<feedback.RecordReview>[]) {
    return each(group, ({ id, lease_id: item_id }): feedback.Review => {
      const decision = { preferred_completion: null, tied: null, value: null, reason: null, details: null };
      const ids = { comparison_id: null, feedback_id: null };
      return { id, item_id, reviewer: 'ada', ...decision, skipped: true, ...ids, created_at: at };
    });
  }

  @CommandHandler(feedback.removeFeedback)
  removeFeedback(group: readonly Command<feedback.RemoveRecord>[]) {
    return each(group, ({ id }) => ({ id }));
  }

  @CommandHandler(feedback.removeComparison)
  removeComparison(group: readonly Command<feedback.RemoveRecord>[]) {
    return each(group, ({ id }) => ({ id }));
  }
}

function each<Q extends object, R>(group: readonly Command<Q>[], act: (body: Q) => R): Promise<CommandResult<R>[]> {
  askedOfReviews.push(...group.map(({ body }) => body));
  return Promise.resolve(group.map(({ body }) => ({ ok: act(body) })));
}
