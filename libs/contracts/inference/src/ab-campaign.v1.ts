import { defineCommand, defineState, entity, id, idOrKey } from '@earshot/contracts-core';
import { z } from 'zod';
import { deletion, listing, named } from './resource.js';
import { abCampaignsStateTopic, inferenceCommands } from './topics.js';

const settings = {
  key: z.string(),
  name: z.string(),
  /** Share of the requests to the project's default model that take part; 0 for only those that name the campaign. */
  traffic_split: z.number().min(0).max(1),
  /** The feedback that decides: values of the metric, or preferences between the models. */
  feedback_type: z.enum(['metric', 'preference']),
  /** Whether the winner becomes the project's default model. */
  auto_deploy: z.boolean(),
};

const abCampaign = z.object({
  ...entity,
  project_id: id,
  ...settings,
  /** The metric may be removed while the campaign stays. */
  metric_id: id,
  /** Distinct, in the given order. Models of a running campaign cannot be deleted. */
  model_ids: z.array(id).min(2).max(10),
  /** The first two take traffic, the others are final. */
  status: z.enum(['warmup', 'in_progress', 'done', 'cancelled']),
  /** null until it is done, and where it was done without one. */
  winner_model_id: id.nullable(),
});

/** A comparison of models on real traffic. */
export type AbCampaign = z.infer<typeof abCampaign>;

/** Every campaign, by id. Read by the gateway, and by the feedback service, which decides them. */
export const abCampaignsState = defineState<AbCampaign>({
  topic: abCampaignsStateTopic,
  type: 'ab-campaign.v1',
  schema: abCampaign,
  key: (value) => value.id,
});

/**
 * Starts a campaign with the status `warmup`. Errors: `project_not_found`, `key_taken`, `id_taken`, `metric_not_found`,
 * `model_not_found`, `campaign_model_invalid`, `campaign_running`.
 */
export const createAbCampaign = defineCommand({
  topic: inferenceCommands,
  type: 'create-ab-campaign.v1',
  request: z.object({
    ...named,
    ...settings,
    /** As the caller named it. */
    metric: idOrKey,
    /** As the caller named them. */
    models: z.array(idOrKey).min(2).max(10),
  }),
  reply: abCampaign,
});

/** Changes the given fields of a campaign. Errors: `ab_campaign_not_found`, `campaign_over`. */
export const changeAbCampaign = defineCommand({
  topic: inferenceCommands,
  type: 'change-ab-campaign.v1',
  request: z.object({
    ...named,
    changes: z.object({ name: z.string(), status: z.literal('cancelled') }).partial(),
  }),
  reply: abCampaign,
});

/**
 * Advances a campaign by its feedback: never backwards, so it can be repeated. With `auto_deploy` the winner becomes
 * the project's default model in the same transaction. Errors: `ab_campaign_not_found`, `winner_invalid`.
 */
export const advanceAbCampaign = defineCommand({
  topic: inferenceCommands,
  type: 'advance-ab-campaign.v1',
  request: z.object({
    ...named,
    status: z.enum(['in_progress', 'done']),
    /** One of its models; null as long as it is not done, and where none has won. */
    winner_model_id: id.nullable(),
  }),
  reply: abCampaign,
});

/** Removes a campaign that is over. Refused with `ab_campaign_not_found`, `campaign_running`. */
export const deleteAbCampaign = defineCommand({
  topic: inferenceCommands,
  type: 'delete-ab-campaign.v1',
  ...deletion,
});

/** The campaigns of a project, the oldest first. */
export const listAbCampaigns = defineCommand({
  topic: inferenceCommands,
  type: 'list-ab-campaigns.v1',
  ...listing(abCampaign),
  read: true,
});

/** Request of {@link createAbCampaign}. */
export type CreateAbCampaign = z.infer<typeof createAbCampaign.request>;

/** Request of {@link changeAbCampaign}. */
export type ChangeAbCampaign = z.infer<typeof changeAbCampaign.request>;

/** Request of {@link advanceAbCampaign}. */
export type AdvanceAbCampaign = z.infer<typeof advanceAbCampaign.request>;
