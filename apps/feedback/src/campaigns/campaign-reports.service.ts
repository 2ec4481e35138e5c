import { Injectable } from '@nestjs/common';
import type { CampaignReport, ReadCampaignReport } from '@earshot/contracts-feedback';
import type { AbCampaign } from '@earshot/contracts-inference';
import { interactionImported, interactionRecorded } from '@earshot/contracts-interactions';
import { CampaignDirectory } from '@earshot/directory';
import { notFound } from '@earshot/errors';
import { EventFence } from '@earshot/persistence';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { metricNotFound } from '../metrics/metrics.errors.js';
import { totalsOf } from './campaign-totals.js';
import { CampaignTracker } from './campaign-tracker.service.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { toModels } from './report.mapper.js';
import { reportDataOf, warmupCount, type ReportData } from './report.js';

/** Topics with imported feedback and with the models that answered. */
const topics = [interactionRecorded.topic, interactionImported.topic];

/** Reads reports of A/B campaigns. */
@Injectable()
export class CampaignReportsService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly metrics: MetricsRepository,
    private readonly tracker: CampaignTracker,
    private readonly fence: EventFence,
    private readonly directory: CampaignDirectory,
  ) {}

  /** Returns the current report. @throws AppError as {@link current} */
  async read(request: ReadCampaignReport): Promise<CampaignReport> {
    const { campaign, data } = await this.current(request);
    const { models, matrix } = toModels(data);
    const { status, feedback_type, winner_model_id } = campaign;
    return { status, feedback_type, winner_model_id, warmup_count: warmupCount, models, matrix };
  }

  /**
   * Returns a campaign and its report data with everything acknowledged before this call; waits for pending events.
   *
   * @throws AppError `ab_campaign_not_found`, `metric_not_found`, `service_unavailable`
   */
  async current({ id, project_id }: ReadCampaignReport): Promise<{ campaign: AbCampaign; data: ReportData }> {
    await Promise.all([this.directory.replica.fence(), this.fence.wait(topics)]);
    const campaign = this.directory.replica.get(id);
    if (campaign?.project_id !== project_id) throw notFound('ab campaign', id);
    await this.tracker.follow(campaign);
    return { campaign, data: await this.data(campaign) };
  }

  /** Computes the current report data. @throws AppError `metric_not_found`, `service_unavailable` */
  data(campaign: AbCampaign): Promise<ReportData> {
    return this.campaigns.reading(async (tx) => {
      const metric = await this.metrics.find(tx, campaign.metric_id);
      if (metric === undefined) throw metricNotFound(campaign.metric_id);
      return reportDataOf(campaign, metric, await totalsOf(tx, campaign));
    });
  }
}
