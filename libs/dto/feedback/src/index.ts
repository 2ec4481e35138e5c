export {
  comparisonInputSchema,
  comparisonOutputSchema,
  comparisonPageSchema,
  type ComparisonInput,
} from './comparison.js';
export {
  feedbackInputSchema,
  feedbackListQuerySchema,
  feedbackOutputSchema,
  feedbackPageSchema,
  outcomeInputSchema,
  outcomeListQuerySchema,
  outcomeOutputSchema,
  outcomePageSchema,
  type FeedbackInput,
  type FeedbackListQuery,
  type OutcomeInput,
  type OutcomeListQuery,
} from './feedback.js';
export {
  campaignHistoryQuerySchema,
  campaignHistorySchema,
  type CampaignHistoryQuery,
  type CampaignHistoryResponse,
} from './campaign-history.js';
export { campaignReportSchema, type CampaignReportResponse } from './campaign-report.js';
export {
  createMetricSchema,
  metricPageSchema,
  metricSchema,
  updateMetricSchema,
  type CreateMetric,
  type MetricResponse,
  type UpdateMetric,
} from './metric.js';
export {
  addedReviewItemsSchema,
  addReviewItemsSchema,
  createReviewQueueFields,
  reviewItemPageSchema,
  reviewItemQuerySchema,
  replayLimit,
  reviewQueuePageSchema,
  reviewQueueSchema,
  updateReviewQueueFields,
  type AddReviewItemsInput,
  type ReviewItemQuery,
  type ReviewQueueResponse,
} from './review-queue.js';
export {
  createReviewSchema,
  leaseReviewItemsSchema,
  reviewAgreementSchema,
  reviewLeasesSchema,
  reviewSchema,
  type CreateReview,
  type LeaseReviewItemsInput,
  type ReviewAgreementResponse,
  type ReviewResponse,
} from './review.js';
export {
  feedbackStatisticsQuerySchema,
  feedbackStatisticsSchema,
  type FeedbackStatisticsQuery,
  type FeedbackStatisticsResponse,
} from './statistics.js';
export { summaryQuerySchema, summarySchema, type SummaryQuery, type SummaryResponse } from './summary.js';
