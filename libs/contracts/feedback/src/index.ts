import { contractsIn } from '@earshot/contracts-core';
import * as campaignHistory from './campaign-history.v1.js';
import * as campaignReport from './campaign-report.v1.js';
import * as comparison from './comparison.v1.js';
import * as eraseFeedbackOfCompletions from './erase-feedback-of-completions.v1.js';
import * as eraseFeedbackOfUser from './erase-feedback-of-user.v1.js';
import * as feedback from './feedback.v1.js';
import * as lookUpCommand from './look-up-command.v1.js';
import * as metric from './metric.v1.js';
import * as removal from './removal.v1.js';
import * as reviewItem from './review-item.v1.js';
import * as reviewLease from './review-lease.v1.js';
import * as reviewQueue from './review-queue.v1.js';
import * as review from './review.v1.js';
import * as statistics from './statistics.v1.js';
import * as summary from './summary.v1.js';

export * from './campaign-history.v1.js';
export * from './campaign-report.v1.js';
export * from './comparison.v1.js';
export * from './erase-feedback-of-completions.v1.js';
export * from './erase-feedback-of-user.v1.js';
export * from './feedback.v1.js';
export * from './look-up-command.v1.js';
export * from './metric.v1.js';
export * from './removal.v1.js';
export * from './review-item.v1.js';
export * from './review-lease.v1.js';
export * from './review-queue.v1.js';
export * from './review.v1.js';
export * from './statistics.v1.js';
export * from './summary.v1.js';
export { feedbackRecordedTopic } from './topics.js';

/** All contracts of the feedback service. */
export const feedbackContracts = contractsIn(
  campaignHistory,
  campaignReport,
  comparison,
  eraseFeedbackOfCompletions,
  eraseFeedbackOfUser,
  metric,
  lookUpCommand,
  removal,
  review,
  reviewItem,
  reviewLease,
  reviewQueue,
  statistics,
  summary,
  feedback,
);
