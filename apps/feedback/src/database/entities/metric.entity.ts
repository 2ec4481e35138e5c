import type { Metric } from '@earshot/contracts-feedback';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `metrics`. */
@Entity('metrics')
export class MetricEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  kind!: Metric['kind'];

  @Column('text', { name: 'scoring_type' })
  scoringType!: Metric['scoring_type'];

  @Column('text', { nullable: true })
  description!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
