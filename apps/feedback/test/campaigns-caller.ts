import { randomUUID } from 'node:crypto';
import { readCampaignReport, recordComparison, type Metric, type RecordComparison } from '@earshot/contracts-feedback';
import type { AbCampaign } from '@earshot/contracts-inference';
import { interactionRecorded, type InteractionStarted } from '@earshot/contracts-interactions';
import type { FeedbackApp } from './feedback-app.js';
import { feedbackCallerOf } from './feedback-caller.js';

/** A campaign between two models, which somebody may put off. */
export interface Campaign {
  readonly id: string;
  readonly metric: Metric;
  readonly models: readonly [string, string];
  readonly state: AbCampaign;
}

type Started = Awaited<ReturnType<FeedbackApp['started']>>;

/** Those who start campaigns in the project of a suite, judge their answers, and read what came of it. */
export function campaignsOf(app: FeedbackApp) {
  const { giveFeedback } = feedbackCallerOf(app);

  /** A campaign that nobody knows of yet. */
  const planned = (metric: Metric, fields: Partial<AbCampaign> = {}): Campaign => {
    const [id, one, other] = [randomUUID(), randomUUID(), randomUUID()];
    const at = new Date().toISOString();
    const state: AbCampaign = {
      id,
      project_id: app.projectId,
      key: id,
      name: 'A campaign',
      metric_id: metric.id,
      model_ids: [one, other],
      traffic_split: 1,
      feedback_type: 'metric',
      auto_deploy: false,
      status: 'warmup',
      winner_model_id: null,
      created_at: at,
      updated_at: at,
      ...fields,
    };
    return { id, metric, models: [one, other], state };
  };
  const begin = async (campaign: Campaign): Promise<Campaign> => {
    await app.inference.put(campaign.id, campaign.state);
    return campaign;
  };
  const start = async (kind: Metric['kind'], fields: Partial<AbCampaign> = {}): Promise<Campaign> =>
    begin(planned(await app.metric(kind), fields));

  /** An answer of a model (0 or 1) in a campaign. */
  const answer = (campaign: Campaign, model: 0 | 1, fields: Partial<InteractionStarted> = {}): Promise<Started> =>
    app.started({ ab_campaign: campaign.id, model_id: campaign.models[model], model: `support/${model}`, ...fields });
  const report = ({ id }: Campaign) => app.ask(readCampaignReport, { id, project_id: app.projectId });

  return {
    planned,
    begin,
    start,
    answer,
    report,
    /** Sessions, values and mean of each model. */
    numbersOf: async (campaign: Campaign) =>
      (await report(campaign)).models.map(({ count, values, mean }) => [count, values, mean]),
    /** An answer of a session of its own for each value, and the value. */
    judge: async (campaign: Campaign, model: 0 | 1, values: readonly (number | boolean)[]): Promise<void> => {
      const answers = await Promise.all(values.map(() => answer(campaign, model)));
      const metric = campaign.metric.key;
      await Promise.all(
        answers.map(({ completionId }, index) =>
          giveFeedback({ completion_id: completionId, metric, value: values[index] as number | boolean }),
        ),
      );
    },
    compare: (metric: Metric, preferred: Started, other: Started, fields: Partial<RecordComparison> = {}) =>
      app.ask(recordComparison, {
        id: randomUUID(),
        project_id: app.projectId,
        metric: metric.key,
        preferred: { completion_id: preferred.completionId, text: null, model: null },
        other: { completion_id: other.completionId, text: null, model: null },
        tied: null,
        user_id: null,
        prompt: null,
        session_id: randomUUID(),
        ...fields,
      }),
    /** The record of an answer says that another model than was announced has given it. */
    correct: async (started: Started, model_id: string): Promise<void> => {
      const { completionId: completion_id, completion_ids: _, ...identity } = started;
      await app.publishEvent(interactionRecorded, {
        ...identity,
        model_id,
        model: 'support/fallback',
        messages: [],
        system_prompt: null,
        completions: [{ completion_id, index: 0, text: '', finish_reason: 'stop' as const }],
        parameters: {},
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
        timings: { queue_ms: 0, first_token_ms: 1, total_ms: 2 },
        labels: {},
        tags: [],
        error: null,
      });
    },
  };
}
