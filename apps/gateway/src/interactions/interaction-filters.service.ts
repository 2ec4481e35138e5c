import { Injectable } from '@nestjs/common';
import type { InteractionFilter } from '@earshot/contracts-interactions';
import { CampaignDirectory, ModelDirectory } from '@earshot/directory';
import type { InteractionFilterInput } from '@earshot/dto-interactions';
import { endUserOf } from '../http/end-user.js';

/** What callers choose interactions by, as the service that has them takes it. */
@Injectable()
export class InteractionFilters {
  constructor(
    private readonly models: ModelDirectory,
    private readonly campaigns: CampaignDirectory,
  ) {}

  async resolve(given: InteractionFilterInput, project: { id: string; key: string }): Promise<InteractionFilter> {
    const { metric, min = null, max = null } = given;
    return {
      session_id: given.session_id ?? null,
      user: endUserOf(given.user, project.id),
      model: given.model === undefined ? null : await this.#model(given.model, project),
      ab_campaign: given.ab_campaign === undefined ? null : await this.#campaign(given.ab_campaign, project.id),
      labels: given.label.map(labelOf),
      tags: given.tag,
      finish_reason: given.finish_reason ?? null,
      created_after: given.created_after ?? null,
      created_before: given.created_before ?? null,
      metric: metric === undefined ? null : { metric, min, max },
    };
  }

  /** By its id where it is there; interactions outlive their campaigns, and are then found by the id that it had. */
  async #campaign(given: string, projectId: string): Promise<string> {
    return (await this.campaigns.findFenced(projectId, given))?.id ?? given;
  }

  /** By its id where it is there; interactions outlive their models, and are then found by the name that it had. */
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
