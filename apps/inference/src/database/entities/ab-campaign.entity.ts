import type { AbCampaign } from '@earshot/contracts-inference';
import { Column, Entity } from 'typeorm';
import { ProjectRow } from './project-row.js';

/** A row of `ab_campaigns`: the published campaign. */
@Entity('ab_campaigns')
export class AbCampaignEntity extends ProjectRow {
  /** Of the feedback service; it may be gone. */
  @Column('uuid')
  metric_id!: string;

  /** In the given order. */
  @Column('uuid', { array: true })
  model_ids!: string[];

  @Column('double precision')
  traffic_split!: number;

  @Column('text')
  feedback_type!: AbCampaign['feedback_type'];

  @Column('boolean')
  auto_deploy!: boolean;

  @Column('text')
  status!: AbCampaign['status'];

  @Column('uuid', { nullable: true })
  winner_model_id!: string | null;
}
