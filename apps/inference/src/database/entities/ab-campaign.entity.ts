import type { AbCampaign } from '@earshot/contracts-inference';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `ab_campaigns`. */
@Entity('ab_campaigns')
export class AbCampaignEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  /** Of the feedback service; it may be gone. */
  @Column('uuid', { name: 'metric_id' })
  metricId!: string;

  /** In the given order. */
  @Column('uuid', { name: 'model_ids', array: true })
  modelIds!: string[];

  @Column('double precision', { name: 'traffic_split' })
  trafficSplit!: number;

  @Column('text', { name: 'feedback_type' })
  feedbackType!: AbCampaign['feedback_type'];

  @Column('boolean', { name: 'auto_deploy' })
  autoDeploy!: boolean;

  @Column('text')
  status!: AbCampaign['status'];

  @Column('uuid', { name: 'winner_model_id', nullable: true })
  winnerModelId!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
