import type { AuditEntry } from '@earshot/contracts-projects';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `audit_log`: one change. Never changed itself. */
@Entity('audit_log')
export class AuditEntryEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column('text', { name: 'request_id' })
  requestId!: string;

  /** Null where the installation made the change by itself. */
  @Column('json', { nullable: true })
  actor!: AuditEntry['actor'];

  /** The actor's key, to look it up by; null for the administrator's too. */
  @Column('uuid', { name: 'key_id', nullable: true })
  keyId!: string | null;

  /** Null for resources of the installation. The project may be gone. */
  @Column('uuid', { name: 'project_id', nullable: true })
  projectId!: string | null;

  @Column('text')
  resource!: string;

  @Column('text', { name: 'resource_id' })
  resourceId!: string;

  @Column('text')
  action!: string;

  @Column('json', { nullable: true })
  before!: AuditEntry['before'];

  @Column('json', { nullable: true })
  after!: AuditEntry['after'];
}
