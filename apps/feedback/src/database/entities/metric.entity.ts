import type { Metric } from '@earshot/contracts-feedback';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `metrics`. */
@Entity('metrics')
export class MetricEntity implements Metric {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  project_id!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  kind!: Metric['kind'];

  @Column('text')
  scoring_type!: Metric['scoring_type'];

  @Column('text', { nullable: true })
  description!: string | null;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  updated_at!: string;
}
