import type { InteractionFeedback, ImportInteraction } from '@earshot/contracts-interactions';
import type { AbCampaign, Model } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import type { FeedbackRow, InteractionRow } from '../rows/interaction-row.js';

/** What an import names. */
export interface ImportNames {
  readonly project: Project;
  readonly model: Model | null;
  readonly campaign: AbCampaign | null;
}

/** The row of an interaction that took place elsewhere. @param now when it took place unless it says so, RFC 3339 in UTC. */
export function importedRow(
  body: ImportInteraction,
  { project, model, campaign }: ImportNames,
  now: string,
): InteractionRow {
  const { conversation = null, answers } = body;
  return {
    completionId: body.completion_id,
    createdAt: body.created_at ?? now,
    projectId: body.project_id,
    sessionId: body.session_id,
    userId: body.user,
    modelId: model?.id ?? null,
    model: model === null ? null : `${project.key}/${model.key}`,
    source: 'imported',
    abCampaign: campaign?.id ?? null,
    finishReason: null,
    attempt: 1,
    record: {
      messages: conversation === null ? body.messages : null,
      conversation,
      system_prompt: null,
      completion: answers === undefined ? body.completion : null,
      answers: answers === undefined ? null : { ...answers, index: 0 },
      parameters: {},
      usage: null,
      timings: null,
      labels: body.labels,
      tags: body.tags,
      propensity: null,
      error: null,
      prompt_hash: body.prompt_hash,
    },
  };
}

/** The row of what came with an imported interaction. Who said it is not known: what several people said came together. */
export function importedFeedbackRow(feedback: InteractionFeedback, row: InteractionRow): FeedbackRow {
  return {
    id: feedback.id,
    projectId: row.projectId,
    completionId: row.completionId,
    completionCreatedAt: row.createdAt,
    metricId: feedback.metric_id,
    metric: feedback.metric,
    value: feedback.value,
    userId: null,
    reason: feedback.reason,
    details: feedback.details,
    createdAt: feedback.created_at,
  };
}
