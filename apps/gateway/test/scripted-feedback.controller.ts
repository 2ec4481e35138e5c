import { Controller } from '@nestjs/common';
import type { StateContract } from '@earshot/contracts-core';
import * as feedback from '@earshot/contracts-feedback';
import * as inference from '@earshot/contracts-inference';
import { CommandHandler, producerHeader, RecordPublisher, type Command, type CommandResult } from '@earshot/messaging';

/** What the next reads of statistics and histories return, and what they asked for. */
export const feedbackScript: {
  statistics?: feedback.FeedbackStatistics;
  history?: feedback.CampaignHistory;
  readonly requests: (feedback.FeedbackStatisticsRequest | feedback.ReadCampaignHistory)[];
} = { requests: [] };

/** Stands for the feedback service, and for campaigns, without a database. `models` of a campaign are ids. */
@Controller()
export class ScriptedFeedbackController {
  constructor(private readonly records: RecordPublisher) {}

  @CommandHandler(feedback.createMetric)
  createMetric(group: readonly Command<feedback.CreateMetric>[]) {
    return this.#each(group, ({ body }) => this.#publish(feedback.metricsState, { ...body, ...times() }));
  }

  @CommandHandler(inference.createAbCampaign)
  createCampaign(group: readonly Command<inference.CreateAbCampaign>[]) {
    return this.#each(group, ({ body: { metric: metric_id, models: model_ids, ...body } }) => {
      const initial = { status: 'warmup' as const, winner_model_id: null, ...times() };
      return this.#publish(inference.abCampaignsState, { ...body, metric_id, model_ids, ...initial });
    });
  }

  @CommandHandler(feedback.feedbackStatistics)
  statistics(group: readonly Command<feedback.FeedbackStatisticsRequest>[]) {
    return this.#each(group, async ({ body }) => {
      feedbackScript.requests.push(body);
      return feedbackScript.statistics as feedback.FeedbackStatistics;
    });
  }

  @CommandHandler(feedback.readCampaignHistory)
  history(group: readonly Command<feedback.ReadCampaignHistory>[]) {
    return this.#each(group, async ({ body }) => {
      feedbackScript.requests.push(body);
      return feedbackScript.history as feedback.CampaignHistory;
    });
  }

  async #each<Q, R>(
    group: readonly Command<Q>[],
    act: (command: Command<Q>) => Promise<R>,
  ): Promise<CommandResult<R>[]> {
    const results: CommandResult<R>[] = [];
    for (const command of group) results.push({ ok: await act(command) });
    return results;
  }

  async #publish<V extends { id: string }>({ topic, type }: StateContract<V>, value: V): Promise<V> {
    const headers = { [producerHeader]: topic.producer ?? '' };
    await this.records.publish([
      { topic: topic.name, key: value.id, type, value: Buffer.from(JSON.stringify(value)), headers },
    ]);
    return value;
  }
}

function times() {
  const now = new Date().toISOString();
  return { created_at: now, updated_at: now };
}
