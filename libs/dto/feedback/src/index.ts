export {
  comparisonInputSchema,
  comparisonOutputSchema,
  type ComparisonInput,
  type ComparisonOutput,
} from './comparison-input.js';
export {
  feedbackInputSchema,
  feedbackOutputSchema,
  outcomeInputSchema,
  outcomeOutputSchema,
  type FeedbackInput,
  type FeedbackOutput,
  type OutcomeInput,
  type OutcomeOutput,
} from './feedback-input.js';
export { campaignReportSchema, type CampaignReportResponse } from './campaign-report.js';
export {
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
} from './lists.js';
export {
  createMetricSchema,
  metricPageSchema,
  metricSchema,
  updateMetricSchema,
  type CreateMetric,
  type MetricResponse,
  type UpdateMetric,
} from './metric.js';
export { summaryQuerySchema, summarySchema, type SummaryQuery, type SummaryResponse } from './summary.js';
