import { Injectable } from '@nestjs/common';
import type { InteractionFilter } from '@earshot/contracts-interactions';
import { CampaignDirectory, ModelDirectory } from '@earshot/directory';
import { ReferencesService } from '../references/references.service.js';
import { AnswersRepository, type Answer } from './answers.repository.js';
import type { ClaimedQueue, Found, FoundItem } from './fill.js';
import { InteractionsClient } from './interactions.client.js';
import { existingReferences } from './existing-references.js';

/** Answers of a scan whose prompts are compared: of two scans, with the latest answers of two models, below 1,000. */
const scannedAnswers = 80;

/** The two models of a source, and the scans that find their answers. */
interface Pairing {
  readonly models: readonly string[];
  readonly ab_campaign: string | null;
  readonly filters: readonly InteractionFilter[];
}

const everything: InteractionFilter = {
  session_id: null,
  user: null,
  model: null,
  ab_campaign: null,
  labels: [],
  tags: [],
  finish_reason: null,
  created_after: null,
  created_before: null,
  metric: null,
};

/** Finds pairs of answers of two models to one prompt: for each prompt that was answered, the latest of both models. */
@Injectable()
export class PairSource {
  constructor(
    private readonly interactions: InteractionsClient,
    private readonly references: ReferencesService,
    private readonly answers: AnswersRepository,
    private readonly models: ModelDirectory,
    private readonly campaigns: CampaignDirectory,
  ) {}

  /**
   * Pairs of a campaign, whose first two models take traffic.
   * @throws AppError `ab_campaign_not_found`, `service_unavailable`
   */
  async ofCampaign(queue: ClaimedQueue, id: string, limit: number): Promise<Found> {
    const campaign = await this.campaigns.require(queue.project_id, id, 'source.ab_campaign');
    const filter = { ...everything, ab_campaign: campaign.id, created_after: campaign.created_at };
    const models = campaign.model_ids.slice(0, 2);
    return this.#next(queue, { models, ab_campaign: campaign.id, filters: [filter] }, limit);
  }

  /** Pairs of two models. @throws AppError `model_not_found`, `service_unavailable` */
  async ofModels(queue: ClaimedQueue, ids: readonly string[], limit: number): Promise<Found> {
    const found = await Promise.all(ids.map((id) => this.models.require(queue.project_id, id, 'source.models')));
    const models = found.map(({ id }) => id);
    const filters = models.map((id) => ({ ...everything, model: { id } }));
    return this.#next(queue, { models, ab_campaign: null, filters }, limit);
  }

  async #next({ project_id, fill_cursor }: ClaimedQueue, pairing: Pairing, limit: number): Promise<Found> {
    const cursors = fill_cursor === null ? [] : (JSON.parse(fill_cursor) as string[]);
    const part = Math.max(1, Math.min(scannedAnswers, Math.floor(limit / pairing.filters.length)));
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
    const usable = answers.filter(({ completion_id }) => complete.has(completion_id));
    return hashes.flatMap((hash) => {
      const latest = models.map((model) => usable.find((one) => one.prompt_hash === hash && one.model_id === model));
      const completions = latest.filter((one): one is Answer => one !== undefined);
      return completions.length === 2 ? [{ completions: inOrder(completions) }] : [];
    });
  }
}

/** A pair is stored once, whichever of the two was found first. */
function inOrder(completions: readonly Answer[]): Answer[] {
  return [...completions].sort((one, other) => (one.completion_id < other.completion_id ? -1 : 1));
}
