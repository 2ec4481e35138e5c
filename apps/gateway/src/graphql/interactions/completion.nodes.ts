import { Injectable } from '@nestjs/common';
import { ModelDirectory } from '@earshot/directory';
import type { InteractionResponse, ListedInteraction } from '@earshot/dto-interactions';
import type { ProjectContext } from '../../auth/request-context.js';
import { FeedbackService } from '../../feedback/feedback.service.js';
import { ProjectInteractionsService } from '../../interactions/project-interactions.service.js';
import { MetricNodes } from '../metrics/metric.nodes.js';
import { once } from '../once.js';
import { orNull } from '../project-scope.service.js';
import { toProjectRef } from '../projects/project.mapper.js';
import { sourceOf } from './completion-search.js';
import { toChatMessage, toMetadata } from './completion.mapper.js';

/** Maximum of comparisons in a completion. */
const maxComparisons = 100;

type MetricFinder = ReturnType<MetricNodes['finder']>;

/** Converts interactions to nodes of the graph. Feedback and large texts are read only if a field needs them. */
@Injectable()
export class CompletionNodes {
  constructor(
    private readonly interactions: ProjectInteractionsService,
    private readonly feedback: FeedbackService,
    private readonly metrics: MetricNodes,
    private readonly models: ModelDirectory,
  ) {}

  /** Returns a function for the interactions of one request, which finds each metric once. */
  of(context: ProjectContext) {
    const metricOf = this.metrics.finder(context);
    return (interaction: ListedInteraction | InteractionResponse): object => this.#node(context, interaction, metricOf);
  }

  #node(context: ProjectContext, interaction: ListedInteraction | InteractionResponse, metricOf: MetricFinder) {
    const { completion_id: id, messages, completion, labels, created_at } = interaction;
    const full = once(async () => ('feedback' in interaction ? interaction : this.interactions.read(context, id)));
    return {
      id,
      chatMessages: async () => (messages ?? (await full()).messages).map(toChatMessage),
      completion: async () => completion ?? (await full()).completion,
      source: sourceOf(interaction),
      model: this.#model(context, interaction.model),
      directScores: () => this.#directScores(context, interaction, metricOf),
      comparisonScores: () => this.#comparisonScores(context, id, metricOf),
      labels: Object.entries(labels).map(([key, value]) => ({ key, value })),
      metadata: toMetadata(interaction),
      createdAt: Date.parse(created_at),
    };
  }

  #model({ project }: ProjectContext, name: string | null) {
    if (name === null) return null;
    const key = name.slice(name.indexOf('/') + 1);
    const model = this.models.find(project.id, key);
    return { id: model?.id ?? null, key, name: model?.name ?? key };
  }

  async #directScores(
    context: ProjectContext,
    interaction: ListedInteraction | InteractionResponse,
    metricOf: MetricFinder,
  ) {
    const { completion_id } = interaction;
    const feedback =
      'feedback' in interaction ? interaction.feedback : await this.interactions.feedbackOf(context, completion_id);
    return feedback.map(({ id, value, metric, reason, details, created_at }) => ({
      ...{ id, value: Number(value), reason, details },
      metric: () => metricOf(metric),
      createdAt: Date.parse(created_at),
    }));
  }

  async #comparisonScores(context: ProjectContext, completion_id: string, metricOf: MetricFinder) {
    const query = {
      completion_id,
      limit: maxComparisons,
      cursor: null,
      session_id: null,
      user_id: null,
      order: 'asc',
    } as const;
    const { data } = await this.feedback.listComparisons(context, query);
    return data.map(({ id, created_at, metric, preferred, other }) => ({
      ...{ id, createdAt: Date.parse(created_at), project: toProjectRef(context.project) },
      metric: () => metricOf(metric),
      preferedCompletion: () => this.#compared(context, preferred.completion_id, metricOf),
      otherCompletion: () => this.#compared(context, other.completion_id, metricOf),
    }));
  }

  async #compared(context: ProjectContext, id: string, metricOf: MetricFinder) {
    const interaction = await orNull(this.interactions.read(context, id));
    return interaction && this.#node(context, interaction, metricOf);
  }
}
