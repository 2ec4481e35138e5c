import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { abCampaignsState, type AbCampaign, type AbCampaignPage } from '@earshot/contracts-inference';
import { Outbox, readPage, refuseViolations, type PageRequest, type Transaction } from '@earshot/persistence';
import { ArrayContains, In, MoreThan } from 'typeorm';
import { AbCampaignEntity } from '../database/entities/ab-campaign.entity.js';
import { toCampaign, toRow } from './campaign.mapper.js';
import { runningStatuses } from './campaign-status.js';
import { idTaken } from './campaigns.errors.js';

const running = In([...runningStatuses]);

/** The rows of campaigns and their state. Callers hold the lock of the project's models for every write. */
@Injectable()
export class CampaignsRepository {
  constructor(private readonly outbox: Outbox) {}

  /** One campaign of a project. */
  async find(tx: Transaction, projectId: string, id: string): Promise<AbCampaign | undefined> {
    return optional(await tx.findOneBy(AbCampaignEntity, { id, projectId }));
  }

  /** The campaign that has a key. */
  async findByKey(tx: Transaction, projectId: string, key: string): Promise<AbCampaign | undefined> {
    return optional(await tx.findOneBy(AbCampaignEntity, { projectId, key }));
  }

  /** The running campaign that takes the project's default traffic. */
  async findTakingTraffic(tx: Transaction, projectId: string): Promise<AbCampaign | undefined> {
    return optional(await tx.findOneBy(AbCampaignEntity, { projectId, status: running, trafficSplit: MoreThan(0) }));
  }

  /** A running campaign that compares a model. */
  async findRunningWith(tx: Transaction, projectId: string, modelId: string): Promise<AbCampaign | undefined> {
    const modelIds = ArrayContains([modelId]);
    return optional(await tx.findOneBy(AbCampaignEntity, { projectId, status: running, modelIds }));
  }

  /** Some campaigns of a project, the oldest first. @throws AppError `cursor_invalid` */
  async page(tx: Transaction, projectId: string, request: PageRequest): Promise<AbCampaignPage> {
    const query = tx.createQueryBuilder(AbCampaignEntity, 'campaign').where({ projectId });
    const { rows, nextCursor } = await readPage(query, request);
    return { data: rows.map(toCampaign), next_cursor: nextCursor };
  }

  /** Adds a campaign, and publishes it. @throws AppError `id_taken` */
  async insert(tx: Transaction, campaign: AbCampaign, call: CallContext): Promise<void> {
    const inserted = tx.insert(AbCampaignEntity, toRow(campaign));
    await refuseViolations(inserted, { ab_campaigns_pkey: () => idTaken(campaign.id) });
    await this.outbox.state(tx, abCampaignsState, campaign, call);
  }

  /** Replaces everything of a campaign, and publishes it. */
  async update(tx: Transaction, campaign: AbCampaign, call: CallContext): Promise<void> {
    await tx.update(AbCampaignEntity, { id: campaign.id }, toRow(campaign));
    await this.outbox.state(tx, abCampaignsState, campaign, call);
  }

  /** Removes a campaign, and publishes that. */
  async remove(tx: Transaction, id: string, call: CallContext): Promise<void> {
    await tx.delete(AbCampaignEntity, { id });
    await this.outbox.tombstones(tx, abCampaignsState, [id], call);
  }

  /** Removes the campaigns of a project, and publishes that. */
  async removeAll(tx: Transaction, projectId: string, call: CallContext): Promise<void> {
    const rows = await tx.findBy(AbCampaignEntity, { projectId });
    await tx.delete(AbCampaignEntity, { projectId });
    await this.outbox.tombstones(
      tx,
      abCampaignsState,
      rows.map(({ id }) => id),
      call,
    );
  }
}

function optional(row: AbCampaignEntity | null): AbCampaign | undefined {
  return row ? toCampaign(row) : undefined;
}
