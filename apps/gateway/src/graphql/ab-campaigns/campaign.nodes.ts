import { Injectable } from '@nestjs/common';
import { ModelDirectory } from '@earshot/directory';
import type { CampaignReportResponse } from '@earshot/dto-feedback';
import type { AbCampaignResponse } from '@earshot/dto-inference';
import { AbCampaignsService } from '../../ab-campaigns/ab-campaigns.service.js';
import type { ProjectContext } from '../../auth/request-context.js';
import { MetricNodes } from '../metrics/metric.nodes.js';
import { once } from '../once.js';
import { toProjectRef } from '../projects/project.mapper.js';
import { toReport, totalScores, type ModelNode } from './campaign-report.mapper.js';

/** Converts A/B campaigns to nodes of the graph. The report is read only if a field needs it. */
@Injectable()
export class CampaignNodes {
  constructor(
    private readonly campaigns: AbCampaignsService,
    private readonly metrics: MetricNodes,
    private readonly models: ModelDirectory,
  ) {}

  of(context: ProjectContext, campaign: AbCampaignResponse) {
    const { id, key, name, status, metric, models, feedback_type, created_at, updated_at } = campaign;
    const isOver = status === 'done' || status === 'cancelled';
    const report = once<CampaignReportResponse>(() => this.campaigns.report(context, id));
    const modelOf = (model: string) => this.#model(context, model);
    return {
      ...{ id, key, name, status: status.toUpperCase() },
      beginDate: Date.parse(created_at),
      endDate: isOver ? Date.parse(updated_at) : null,
      scoreType: feedback_type === 'metric' ? 'DIRECT' : 'COMPARISON',
      trafficSplit: campaign.traffic_split,
      autoDeploy: campaign.auto_deploy,
      metric: () => this.metrics.finder(context)(metric),
      project: toProjectRef(context.project),
      models: models.map(modelOf),
      scores: async () => totalScores(await report()),
      hasEnoughScores: status === 'in_progress' || status === 'done',
      report: async () => toReport(await report(), modelOf),
    };
  }

  #model({ project }: ProjectContext, key: string): ModelNode {
    const model = this.models.find(project.id, key);
    return { id: model?.id ?? null, key, name: model?.name ?? key };
  }
}
