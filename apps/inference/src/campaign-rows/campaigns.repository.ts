import { Injectable } from '@nestjs/common';
import { notFound } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { ArrayContains, In, MoreThan } from 'typeorm';
import { AbCampaignEntity } from '../database/entities/ab-campaign.entity.js';
import { ProjectRows } from '../database/project-rows.js';
import { runningStatuses } from './campaign-status.js';

const running = In([...runningStatuses]);

/** The queries of campaigns. Writes hold the lock of their project's models. */
@Injectable()
export class CampaignsRepository extends ProjectRows<AbCampaignEntity> {
  constructor() {
    const missing = (id: string) => notFound('ab campaign', id);
    super({ name: 'ab_campaigns', entity: AbCampaignEntity, lock: 'models', noun: 'campaign', missing });
  }

  findTakingTraffic(tx: Transaction, project_id: string): Promise<AbCampaignEntity | null> {
    return this.findOne(tx, { project_id, status: running, traffic_split: MoreThan(0) });
  }

  findRunningWith(tx: Transaction, project_id: string, modelId: string): Promise<AbCampaignEntity | null> {
    return this.findOne(tx, { project_id, status: running, model_ids: ArrayContains([modelId]) });
  }
}
