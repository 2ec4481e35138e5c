import { contractsIn } from '@earshot/contracts-core';
import * as campaignHistory from './campaign-history.v1.js';
import * as campaignReport from './campaign-report.v1.js';
import * as comparison from './comparison.v1.js';
import * as forgetCompletions from './forget-completions.v1.js';
import * as forgetUser from './forget-user.v1.js';
import * as metric from './metric.v1.js';
import * as recall from './recall.v1.js';
import * as removal from './removal.v1.js';
import * as reviewItem from './review-item.v1.js';
import * as reviewLease from './review-lease.v1.js';
import * as reviewQueue from './review-queue.v1.js';
import * as review from './review.v1.js';
import * as statistics from './statistics.v1.js';
import * as summary from './summary.v1.js';
import * as value from './value.v1.js';

export * from './campaign-history.v1.js';
export * from './campaign-report.v1.js';
export * from './comparison.v1.js';
export * from './forget-completions.v1.js';
export * from './forget-user.v1.js';
export * from './metric.v1.js';
export * from './recall.v1.js';
export * from './removal.v1.js';
export * from './review-item.v1.js';
export * from './review-lease.v1.js';
export * from './review-queue.v1.js';
export * from './review.v1.js';
export * from './statistics.v1.js';
export * from './summary.v1.js';
export { feedbackRecordedTopic } from './topics.js';
export * from './value.v1.js';

/** All contracts of the feedback service. */
export const feedbackContracts = contractsIn(
  campaignHistory,
  campaignReport,
  comparison,
  forgetCompletions,
  forgetUser,
  metric,
  recall,
  removal,
  review,
  reviewItem,
  reviewLease,
  reviewQueue,
  statistics,
  summary,
  value,
);
