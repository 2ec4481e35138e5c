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
    const { session_id, finish_reason, created_after, created_before, text, metric, min, max } = given;
    return {
      ...{ session_id, finish_reason, created_after, created_before, text },
      user: endUserOf(given.user, project.id),
      ...(await this.named(given, project)),
      labels: given.label.map(labelOf),
      tags: given.tag,
      metric: metric === null ? null : { metric, min, max },
    };
  }

  /** Finds the model and the campaign of a filter. */
  async named(
    { model = null, ab_campaign = null }: { model?: string | null; ab_campaign?: string | null },
    project: { id: string; key: string },
  ): Promise<Pick<InteractionFilter, 'model' | 'ab_campaign'>> {
    return {
      model: model === null ? null : await this.#model(model, project),
      ab_campaign: ab_campaign === null ? null : await this.#campaign(ab_campaign, project.id),
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

/** Maps a filter to the form of requests, without empty conditions. */
export function shownFilter({ labels, tags, model, metric, ...own }: InteractionFilter): Record<string, unknown> {
  const given = {
    ...own,
    model: model === null ? null : 'id' in model ? model.id : model.name,
    label: labels.length === 0 ? null : labels.map(({ name, value }) => `${name}:${value}`),
    tag: tags.length === 0 ? null : tags,
    ...metric,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function labelOf(text: string): { name: string; value: string } {
  const colon = text.indexOf(':');
  return { name: text.slice(0, colon), value: text.slice(colon + 1) };
}
