import { Injectable } from '@nestjs/common';
import { abCampaignsState, type AbCampaign } from '@earshot/contracts-inference';
import { InjectReplica, StateIndex, type StateReplica } from '@earshot/messaging';
import { isRunning } from '../campaigns/campaign-status.js';

/** Every A/B campaign of the installation, found by what requests say without asking anybody. */
@Injectable()
export class CampaignDirectory {
  readonly #byKey: StateIndex<AbCampaign>;
  /** By project: the one that takes requests to its default model. */
  readonly #takingTraffic = new Map<string, AbCampaign>();

  constructor(@InjectReplica(abCampaignsState) private readonly replica: StateReplica<AbCampaign>) {
    this.#byKey = new StateIndex(replica, ({ project_id, key }) => `${project_id}/${key}`);
    for (const campaign of replica.values()) this.#change(campaign);
    replica.onChange((_id, campaign, previous) => this.#change(campaign, previous));
  }

  /** @param name id or key, looked up as an id first (interface, section 1). */
  find(projectId: string, name: string): AbCampaign | undefined {
    const byId = this.replica.get(name.toLowerCase());
    return byId?.project_id === projectId ? byId : this.#byKey.find(`${projectId}/${name}`);
  }

  /** The campaign that takes requests to the project's default model, at this moment. */
  takingTraffic(projectId: string): AbCampaign | undefined {
    return this.#takingTraffic.get(projectId);
  }

  #change(campaign: AbCampaign | undefined, previous?: AbCampaign): void {
    if (previous && this.#takingTraffic.get(previous.project_id)?.id === previous.id) {
      this.#takingTraffic.delete(previous.project_id);
    }
    if (campaign && campaign.traffic_split > 0 && isRunning(campaign)) {
      this.#takingTraffic.set(campaign.project_id, campaign);
    }
  }
}
