import type { DatabaseOptions } from '@earshot/persistence';
import { ComparisonEntity } from './entities/comparison.entity.js';
import { MetricEntity } from './entities/metric.entity.js';
import { FeedbackEntity } from './entities/feedback.entity.js';
import { ReviewItemEntity } from './entities/review-item.entity.js';
import { ReviewLeaseEntity } from './entities/review-lease.entity.js';
import { ReviewQueueEntity } from './entities/review-queue.entity.js';
import { ReviewEntity } from './entities/review.entity.js';
import { CreateMetrics1795265400000 } from './migrations/1795265400000-CreateMetrics.js';
import { CreateValues1795265500000 } from './migrations/1795265500000-CreateValues.js';
import { AddStoredAtOfReferences1795350000000 } from './migrations/1795350000000-AddStoredAtOfReferences.js';
import { CreateCampaigns1795450000000 } from './migrations/1795450000000-CreateCampaigns.js';
import { CreateErasedCompletions1795500000000 } from './migrations/1795500000000-CreateErasedCompletions.js';
import { CreateHourlySummaries1795810000000 } from './migrations/1795810000000-CreateHourlySummaries.js';
import { CreateCampaignSnapshots1795810100000 } from './migrations/1795810100000-CreateCampaignSnapshots.js';
import { CreateReviewQueues1795960000000 } from './migrations/1795960000000-CreateReviewQueues.js';
import { AddFillErrorOfQueues1796110000000 } from './migrations/1796110000000-AddFillErrorOfQueues.js';
import { IndexAnswersByPrompt1796110100000 } from './migrations/1796110100000-IndexAnswersByPrompt.js';
import { CreateReviewReplays1796200000000 } from './migrations/1796200000000-CreateReviewReplays.js';
import { IndexCampaigns1795450100000 } from './migrations/1795450100000-IndexCampaigns.js';

/** Database options of the feedback service. @param applicationName name of the process in PostgreSQL */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'feedback',
    entities: [
      MetricEntity,
      FeedbackEntity,
      ComparisonEntity,
      ReviewQueueEntity,
      ReviewItemEntity,
      ReviewLeaseEntity,
      ReviewEntity,
    ],
    migrations: [
      CreateMetrics1795265400000,
      CreateValues1795265500000,
      AddStoredAtOfReferences1795350000000,
      CreateCampaigns1795450000000,
      IndexCampaigns1795450100000,
      CreateErasedCompletions1795500000000,
      CreateHourlySummaries1795810000000,
      CreateCampaignSnapshots1795810100000,
      CreateReviewQueues1795960000000,
      AddFillErrorOfQueues1796110000000,
      IndexAnswersByPrompt1796110100000,
      CreateReviewReplays1796200000000,
    ],
  };
}
