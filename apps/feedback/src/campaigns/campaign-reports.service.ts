import { Injectable } from '@nestjs/common';
import type { CampaignReport, ReadCampaignReport } from '@earshot/contracts-feedback';
import type { AbCampaign } from '@earshot/contracts-inference';
import { interactionImported, interactionRecorded } from '@earshot/contracts-interactions';
import { CampaignDirectory } from '@earshot/directory';
import { notFound } from '@earshot/errors';
import { EventFence } from '@earshot/persistence';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { metricNotFound } from '../values/values.errors.js';
import { totalsOf } from './campaign-totals.js';
import { CampaignTracker } from './campaign-tracker.service.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { toModels } from './standing.mapper.js';
import { standingOf, warmupCount, type Standing } from './standing.js';

/** Where values come from that nobody asks this service to record, and which model answered in the end. */
const topics = [interactionRecorded.topic, interactionImported.topic];

/** What A/B campaigns have come to. */
@Injectable()
export class CampaignReportsService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly metrics: MetricsRepository,
    private readonly tracker: CampaignTracker,
    private readonly fence: EventFence,
    private readonly directory: CampaignDirectory,
  ) {}

  /**
   * With all that was answered before this call. Some of the work is to wait for it.
   *
   * @throws AppError `ab_campaign_not_found`, `metric_not_found`, `service_unavailable`
   */
  async read({ id, project_id }: ReadCampaignReport): Promise<CampaignReport> {
    await Promise.all([this.directory.replica.fence(), this.fence.wait(topics)]);
    const campaign = this.directory.replica.get(id);
    if (campaign?.project_id !== project_id) throw notFound('ab campaign', id);
    await this.tracker.follow(campaign);
    const { models, matrix } = toModels(await this.standing(campaign));
    const { status, feedback_type, winner_model_id } = campaign;
    return { status, feedback_type, winner_model_id, warmup_count: warmupCount, models, matrix };
  }

  /** How its models stand at this moment. @throws AppError `metric_not_found`, `service_unavailable` */
  standing(campaign: AbCampaign): Promise<Standing> {
    return this.campaigns.reading(async (tx) => {
      const metric = await this.metrics.find(tx, campaign.metric_id);
      if (metric === undefined) throw metricNotFound(campaign.metric_id);
      const { kind, scoringType: scoring_type } = metric;
      return standingOf(campaign, { kind, scoring_type }, await totalsOf(tx, campaign));
    });
  }
}
