import type { InteractionFeedback, ImportInteraction } from '@earshot/contracts-interactions';
import type { AbCampaign, Model } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { modelName } from '@earshot/directory';
import { unservedRecord, type FeedbackRow, type InteractionRow } from '../rows/interaction-row.js';

/** The resources that an import names. */
export interface ImportNames {
  readonly project: Project;
  readonly model: Model | null;
  readonly campaign: AbCampaign | null;
}

/** The row of an imported interaction. @param now its time where the import gives none, RFC 3339 in UTC. */
export function importedRow(
  body: ImportInteraction,
  { project, model, campaign }: ImportNames,
  now: string,
): InteractionRow {
  const { conversation = null, answers, beginning, labels, tags, prompt_hash } = body;
  return {
    completion_id: body.completion_id,
    created_at: body.created_at ?? now,
    project_id: body.project_id,
    session_id: body.session_id,
    user_id: body.user,
    model_id: model?.id ?? null,
    model: model === null ? null : modelName(project, model),
    source: 'imported',
    ab_campaign: campaign?.id ?? null,
    finish_reason: null,
    attempt: 1,
    beginning,
    record: {
      ...unservedRecord,
      messages: conversation === null ? body.messages : null,
      conversation,
      completion: answers === undefined ? body.completion : null,
      answers: answers === undefined ? null : { ...answers, index: 0 },
      labels,
      tags,
      prompt_hash,
    },
  };
}

/** The row of feedback that came with an import. Its user is unknown: an import joins the feedback of several users. */
export function importedFeedbackRow(
  feedback: InteractionFeedback,
  { project_id, completion_id, created_at }: InteractionRow,
): FeedbackRow {
  return { ...feedback, project_id, completion_id, completion_created_at: created_at, user_id: null };
}
