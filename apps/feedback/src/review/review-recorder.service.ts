import { Injectable } from '@nestjs/common';
import type { Received } from '@earshot/contracts-core';
import type { RecordComparison, RecordFeedback, RecordReview } from '@earshot/contracts-feedback';
import { AppError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { ComparisonsService } from '../comparisons/comparisons.service.js';
import { FeedbackService, type Answer } from '../feedback/feedback.service.js';
import { planOf, type ReviewPlan } from './review-plan.js';
import { ReviewsRepository, type LeasedItem } from './reviews.repository.js';

/** Reviews to record, with what was looked up for them. */
export interface PlannedReviews {
  /** By lease id; ended leases are absent. */
  readonly items: ReadonlyMap<string, LeasedItem>;
  /** By review id: what it records, or its error. */
  readonly plans: ReadonlyMap<string, ReviewPlan | AppError>;
  readonly compared: Awaited<ReturnType<ComparisonsService['compared']>>;
  readonly subjectOf: Awaited<ReturnType<FeedbackService['completionsOf']>>;
}

/** The ids of what a review recorded. */
export interface Recorded {
  readonly comparison_id: string | null;
  readonly feedback_id: string | null;
}

/** Records the comparisons and feedback of reviews as their own requests do. */
@Injectable()
export class ReviewRecorder {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly comparisons: ComparisonsService,
    private readonly feedback: FeedbackService,
  ) {}

  /** Looks up leases and completions. Call it before the transaction: it may wait for events. */
  async plan(requests: readonly Received<RecordReview>[]): Promise<PlannedReviews> {
    const leased = await this.reviews.leased(requests.map(({ body }) => body.lease_id));
    const items = new Map(leased.map((item) => [item.lease_id, item]));
    const plans = new Map<string, ReviewPlan | AppError>();
    for (const { body } of requests) {
      const item = items.get(body.lease_id.toLowerCase());
      if (item !== undefined) plans.set(body.id, planOrError(body, item));
    }
    const comparisons: Received<RecordComparison>[] = [];
    const feedback: Received<RecordFeedback>[] = [];
    for (const { body, call } of requests) {
      const plan = plans.get(body.id);
      if (plan === undefined || plan instanceof AppError) continue;
      if (plan.kind === 'comparison') comparisons.push({ body: plan.request, call });
      if (plan.kind === 'feedback') feedback.push({ body: plan.request, call });
    }
    const compared = await this.comparisons.compared(comparisons);
    const subjectOf = await this.feedback.completionsOf(feedback);
    return { items, plans, compared, subjectOf };
  }

  /** @throws AppError `review_invalid`, and those of comparisons and feedback. */
  async record(tx: Transaction, { body, call }: Received<RecordReview>, planned: PlannedReviews): Promise<Recorded> {
    const plan = planned.plans.get(body.id) as ReviewPlan | AppError;
    if (plan instanceof AppError) throw plan;
    if (plan.kind === 'skip') return { comparison_id: null, feedback_id: null };
    if (plan.kind === 'comparison') {
      const comparison_id = await this.#compare(tx, { body: plan.request, call }, planned);
      return { comparison_id, feedback_id: null };
    }
    return { comparison_id: null, feedback_id: await this.#rate(tx, { body: plan.request, call }, planned) };
  }

  async #compare(tx: Transaction, request: Received<RecordComparison>, { compared }: PlannedReviews): Promise<string> {
    const metricOf = await this.comparisons.lockMetrics(tx, [request], compared);
    return idOf(await this.comparisons.record(tx, [request], compared, metricOf));
  }

  async #rate(tx: Transaction, request: Received<RecordFeedback>, { subjectOf }: PlannedReviews): Promise<string> {
    const metricOf = await this.feedback.lockMetrics(tx, [request], subjectOf);
    return idOf(await this.feedback.recordFeedback(tx, [request], subjectOf, metricOf));
  }
}

function planOrError(body: RecordReview, item: LeasedItem): ReviewPlan | AppError {
  try {
    return planOf(body, item);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function idOf([answer]: readonly Answer[]): string {
  if (answer === undefined) throw new Error('The record has no answer.');
  if ('error' in answer) throw answer.error;
  return answer.ok.id;
}
