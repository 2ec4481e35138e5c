import { Injectable } from '@nestjs/common';
import { abCampaignsState, type AbCampaign } from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { isRunning } from '../campaign-rows/campaign-status.js';

/** The campaigns that take the default traffic of their projects, in memory. */
@Injectable()
export class CampaignTraffic {
  readonly #byProject = new Map<string, AbCampaign>();

  constructor(@InjectReplica(abCampaignsState) replica: StateReplica<AbCampaign>) {
    for (const campaign of replica.values()) this.#change(campaign);
    replica.onChange((_id, campaign, previous) => this.#change(campaign, previous));
  }

  /** The campaign that takes requests to the default model of a project now. */
  of(projectId: string): AbCampaign | undefined {
    return this.#byProject.get(projectId);
  }

  #change(campaign: AbCampaign | undefined, previous?: AbCampaign): void {
    if (previous && this.#byProject.get(previous.project_id)?.id === previous.id) {
      this.#byProject.delete(previous.project_id);
    }
    if (campaign && campaign.traffic_split > 0 && isRunning(campaign)) {
      this.#byProject.set(campaign.project_id, campaign);
    }
  }
}
