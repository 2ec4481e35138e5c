import { Injectable } from '@nestjs/common';
import { abCampaignsState, type AbCampaign } from '@earshot/contracts-inference';
import { InjectReplica, StateIndex, StateReplica } from '@earshot/messaging';

/** The A/B campaigns of all projects, from memory. */
@Injectable()
export class CampaignDirectory {
  readonly #byKey: StateIndex<AbCampaign>;

  constructor(@InjectReplica(abCampaignsState) readonly replica: StateReplica<AbCampaign>) {
    this.#byKey = new StateIndex(replica, (campaign) => `${campaign.project_id}/${campaign.key}`);
  }

  /** The project's campaign of that id or key, after everything was read that the topic held when this was called. */
  async findFenced(projectId: string, idOrKey: string): Promise<AbCampaign | undefined> {
    await this.replica.fence();
    const byId = this.replica.get(idOrKey.toLowerCase());
    return byId?.project_id === projectId ? byId : this.#byKey.find(`${projectId}/${idOrKey}`);
  }
}
