import { Injectable } from '@nestjs/common';
import type { InteractionFilter } from '@earshot/contracts-interactions';
import { CampaignDirectory, ModelDirectory } from '@earshot/directory';
import type { InteractionFilterInput } from '@earshot/dto-interactions';
import { endUserOf } from '../http/end-user.js';

/** Maps filters of requests to the contract of the interactions service. */
@Injectable()
export class InteractionFilters {
  constructor(
    private readonly models: ModelDirectory,
    private readonly campaigns: CampaignDirectory,
  ) {}

  async resolve(given: InteractionFilterInput, project: { id: string; key: string }): Promise<InteractionFilter> {
    const { session_id, finish_reason, created_after, created_before, metric, min, max } = given;
    return {
      ...{ session_id, finish_reason, created_after, created_before },
      user: endUserOf(given.user, project.id),
      model: given.model === null ? null : await this.#model(given.model, project),
      ab_campaign: given.ab_campaign === null ? null : await this.#campaign(given.ab_campaign, project.id),
      labels: given.label.map(labelOf),
      tags: given.tag,
      metric: metric === null ? null : { metric, min, max },
    };
  }

  /** Returns the id of a campaign. Interactions of a deleted one are found by the id that it had. */
  async #campaign(given: string, projectId: string): Promise<string> {
    return (await this.campaigns.findFenced(projectId, given))?.id ?? given;
  }

  /** Returns the id of a model. Interactions of a deleted one are found by the name that it had. */
  async #model(given: string, project: { id: string; key: string }): Promise<InteractionFilter['model']> {
    const own = `${project.key}/`;
    const name = given.startsWith(own) ? given.slice(own.length) : given;
    const model = await this.models.findFenced(project.id, name);
    return model === undefined ? { name: name.includes('/') ? name : `${own}${name}` } : { id: model.id };
  }
}

function labelOf(text: string): { name: string; value: string } {
  const colon = text.indexOf(':');
  return { name: text.slice(0, colon), value: text.slice(colon + 1) };
}
