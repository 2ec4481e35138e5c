import { Injectable } from '@nestjs/common';
import { allInteractions, type InteractionFilter } from '@earshot/contracts-interactions';
import { CampaignDirectory, ModelDirectory } from '@earshot/directory';
import { ReferencesService } from '../references/references.service.js';
import { AnswersRepository, latestAnswers } from './answers.repository.js';
import type { ClaimedQueue, Found, FoundItem, ModelsSource } from './fill.js';
import { InteractionsClient, maxCheckedAnswers } from './interactions.client.js';
import { existingReferences } from './existing-references.js';
import { pairCount, pairsOf } from './pairs.js';
import { filterOf } from './source-filter.js';

/** The models of a source, and the scans that find their answers. */
interface Pairing {
  readonly models: readonly string[];
  readonly ab_campaign: string | null;
  readonly filters: readonly InteractionFilter[];
}

/** Finds pairs of answers to one prompt: for each prompt that was answered, the latest of every two models. */
@Injectable()
export class PairSource {
  constructor(
    private readonly interactions: InteractionsClient,
    private readonly references: ReferencesService,
    private readonly answers: AnswersRepository,
    private readonly models: ModelDirectory,
    private readonly campaigns: CampaignDirectory,
  ) {}

  /** Pairs of all models of a campaign. @throws AppError `ab_campaign_not_found`, `service_unavailable` */
  async ofCampaign(queue: ClaimedQueue, id: string, limit: number): Promise<Found> {
    const campaign = await this.campaigns.require(queue.project_id, id, 'source.ab_campaign');
    const filter = { ...allInteractions, ab_campaign: campaign.id, created_after: campaign.created_at };
    return this.#next(queue, { models: campaign.model_ids, ab_campaign: campaign.id, filters: [filter] }, limit);
  }

  /**
   * Pairs of two models, for prompts with an answer that the filter matches.
   * @throws AppError `model_not_found`, `source_invalid`, `metric_not_found`, `service_unavailable`
   */
  async ofModels(queue: ClaimedQueue, { models: ids, filter }: ModelsSource, limit: number): Promise<Found> {
    const found = await Promise.all(ids.map((id) => this.models.require(queue.project_id, id, 'source.models')));
    const models = found.map(({ id }) => id);
    const own = filter === undefined ? allInteractions : filterOf(filter);
    const filters = models.map((id) => ({ ...own, model: { id } }));
    return this.#next(queue, { models, ab_campaign: null, filters }, limit);
  }

  async #next({ project_id, fill_cursor }: ClaimedQueue, pairing: Pairing, limit: number): Promise<Found> {
    const cursors = fill_cursor === null ? [] : (JSON.parse(fill_cursor) as string[]);
    const part = scannedAnswers(pairing, limit);
    const scans = await Promise.all(
      pairing.filters.map((filter, index) =>
        this.interactions.scan({ project_id, filter, limit: part, cursor: cursors[index] ?? null }),
      ),
    );
    const ids = scans.flatMap(({ completion_ids }) => completion_ids);
    const known = existingReferences(project_id, ids, await this.references.completions(ids));
    const hashes = [...new Set(known.map(({ prompt_hash }) => prompt_hash))];
    const items = await this.#pairs(project_id, hashes, pairing);
    const cursor = JSON.stringify(scans.map((scan) => scan.cursor));
    return { items, cursor, more: scans.some(({ more }) => more) };
  }

  async #pairs(project_id: string, hashes: readonly string[], { models, ab_campaign }: Pairing): Promise<FoundItem[]> {
    const answers = await this.answers.latest({ project_id, hashes, models, ab_campaign });
    const complete = await this.interactions.complete(
      project_id,
      answers.map(({ completion_id }) => completion_id),
    );
    return pairsOf(
      hashes,
      models,
      answers.filter(({ completion_id }) => complete.has(completion_id)),
    );
  }
}

/** Answers of each scan: the pairs of their prompts fit into the limit, from one prompt on, and into one check. */
function scannedAnswers({ models, filters }: Pairing, limit: number): number {
  const checked = Math.floor(maxCheckedAnswers / (latestAnswers * models.length));
  return Math.max(1, Math.floor(Math.min(checked, limit / pairCount(models.length)) / filters.length));
}
