import type { Contract } from '@earshot/contracts-core';
import { readCampaignReport } from './campaign-report.v1.js';
import { comparisonRecorded, listComparisons, recordComparison } from './comparison.v1.js';
import { forgetCompletions } from './forget-completions.v1.js';
import { forgetUser } from './forget-user.v1.js';
import { createMetric, deleteMetric, listMetrics, metricsState, updateMetric } from './metric.v1.js';
import { lookUpFeedbackCommand } from './recall.v1.js';
import { metricSummary } from './summary.v1.js';
import { feedbackCommands, feedbackRecordedTopic, metricsStateTopic } from './topics.js';
import { feedbackRecorded, listFeedback, listOutcomes, recordFeedback, recordOutcome } from './value.v1.js';

export { readCampaignReport, type CampaignReport, type ReadCampaignReport } from './campaign-report.v1.js';
export {
  comparisonRecorded,
  listComparisons,
  recordComparison,
  ties,
  type ComparedSide,
  type ComparisonPage,
  type ComparisonRecorded,
  type ListComparisons,
  type RecordComparison,
} from './comparison.v1.js';
export { forgetCompletions, type ForgetCompletions } from './forget-completions.v1.js';
export { forgetUser, type ForgetUser } from './forget-user.v1.js';
export {
  createMetric,
  deleteMetric,
  listMetrics,
  metric,
  metricKinds,
  metricsState,
  scoringTypes,
  updateMetric,
  type CreateMetric,
  type DeleteMetric,
  type ListMetrics,
  type Metric,
  type MetricKind,
  type MetricPage,
  type UpdateMetric,
} from './metric.v1.js';
export { feedbackRecordedTopic } from './topics.js';
export { lookUpFeedbackCommand } from './recall.v1.js';
export { metricSummary, type MetricSummary, type MetricSummaryRequest } from './summary.v1.js';
export {
  feedbackRecorded,
  listFeedback,
  listOutcomes,
  metricValue,
  recordFeedback,
  recordOutcome,
  valueOrigins,
  type FeedbackPage,
  type FeedbackRecorded,
  type ListFeedback,
  type ListOutcomes,
  type OutcomePage,
  type RecordFeedback,
  type RecordOutcome,
} from './value.v1.js';

/** Topics of the feedback service. */
export const feedbackTopics = [feedbackCommands, metricsStateTopic, feedbackRecordedTopic];

/** Contracts of the feedback service. */
export const feedbackContracts = [
  createMetric,
  updateMetric,
  deleteMetric,
  listMetrics,
  lookUpFeedbackCommand,
  metricsState,
  recordFeedback,
  recordOutcome,
  feedbackRecorded,
  listFeedback,
  listOutcomes,
  recordComparison,
  comparisonRecorded,
  listComparisons,
  metricSummary,
  readCampaignReport,
  forgetUser,
  forgetCompletions,
] as Contract[];
