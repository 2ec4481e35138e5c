import type { AuditEntry } from '@earshot/contracts-projects';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `audit_log`: one change. It is append-only. */
@Entity('audit_log')
export class AuditEntryEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @TimestampColumn()
  created_at!: string;

  @Column('text')
  request_id!: string;

  /** Null where the installation made the change by itself. */
  @Column('json', { nullable: true })
  actor!: AuditEntry['actor'];

  /** The actor's key, to filter by; null for the administrator's too. No part of the entry, so it is not selected. */
  @Column('uuid', { nullable: true, select: false })
  key_id!: string | null;

  /** Null for resources of the installation. The project may have been deleted. */
  @Column('uuid', { nullable: true })
  project_id!: string | null;

  @Column('text')
  resource!: string;

  @Column('text')
  resource_id!: string;

  @Column('text')
  action!: string;

  @Column('json', { nullable: true })
  before!: AuditEntry['before'];

  @Column('json', { nullable: true })
  after!: AuditEntry['after'];
}
