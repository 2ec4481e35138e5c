import { Injectable } from '@nestjs/common';
import { id as uuid } from '@earshot/contracts-core';
import type { Model } from '@earshot/contracts-inference';
import type { Transaction } from '@earshot/persistence';
import { canChat } from '../models/can-chat.js';
import { ModelsRepository } from '../models/models.repository.js';
import { campaignModelInvalid } from './campaigns.errors.js';

/** Finds the models that are to be compared. */
@Injectable()
export class CampaignModels {
  constructor(private readonly models: ModelsRepository) {}

  /** The ids of models that are named by id or key, in their order. @throws AppError `campaign_model_invalid` */
  async resolve(tx: Transaction, projectId: string, names: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      const model = await this.#find(tx, projectId, name);
      if (!model) throw campaignModelInvalid(index, name, 'is no model of this project.');
      if (!canChat(model)) throw campaignModelInvalid(index, name, 'is no model that answers chats.');
      if (ids.includes(model.id)) throw campaignModelInvalid(index, name, 'is named twice.');
      ids.push(model.id);
    }
    return ids;
  }

  /** Looked up as an id first where it has that form (interface, section 1). */
  async #find(tx: Transaction, projectId: string, name: string): Promise<Model | undefined> {
    const byId = uuid.safeParse(name).success ? await this.models.find(tx, projectId, name) : undefined;
    return byId ?? this.models.findByKey(tx, projectId, name);
  }
}
