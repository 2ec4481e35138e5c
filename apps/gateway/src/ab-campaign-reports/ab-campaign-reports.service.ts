import { Injectable } from '@nestjs/common';
import { readCampaignReport } from '@earshot/contracts-feedback';
import type { CampaignReportResponse } from '@earshot/dto-feedback';
import { notFound } from '@earshot/errors';
import { ProjectAccess } from '../auth/project-access.js';
import { CampaignDirectory } from '../directory/campaign-directory.js';
import { MetricDirectory } from '../directory/metric-directory.js';
import { ModelDirectory } from '../directory/model-directory.js';
import type { RequestContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { toCampaignReportResponse } from './ab-campaign-report.mapper.js';

/** Asks the service that counts what A/B campaigns have come to. */
@Injectable()
export class AbCampaignReportsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly campaigns: CampaignDirectory,
    private readonly metrics: MetricDirectory,
    private readonly models: ModelDirectory,
  ) {}

  async read(context: RequestContext, project: string, name: string): Promise<CampaignReportResponse> {
    const { id: project_id, key } = await this.access.resolve(context.caller, project);
    const campaign = await this.campaigns.findFenced(project_id, name);
    if (campaign === undefined) throw notFound('ab campaign', `${key}/${name}`);
    const { id, metric_id } = campaign;
    const metric = await this.metrics.findFenced(project_id, metric_id);
    if (metric === undefined) throw notFound('metric', `${key}/${metric_id}`);
    const report = await this.management.read(readCampaignReport, { id, project_id }, context.call);
    const { replica } = this.models;
    await replica.fence();
    return toCampaignReportResponse(report, metric, (model) => replica.get(model)?.key ?? model);
  }
}
