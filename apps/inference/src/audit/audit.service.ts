import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { auditEntryOf, auditRecorded, type AuditedChange } from '@earshot/contracts-projects';
import { Outbox, type Transaction } from '@earshot/persistence';

/** A resource of a project, before or after a change. */
interface Audited {
  readonly id: string;
  readonly project_id: string;
}

/** Tells the audit log of changes. */
@Injectable()
export class AuditService {
  constructor(private readonly outbox: Outbox) {}

  /** What a transaction changes; null where there was nothing, or nothing is left. */
  async record<One extends Audited>(
    tx: Transaction,
    resource: AuditedChange['resource'],
    [before, after]: readonly [One | null, One | null],
    call: CallContext,
  ): Promise<void> {
    const { id: resource_id, project_id } = (before ?? after) as One;
    const change = { resource, resource_id, project_id, before, after };
    await this.outbox.event(tx, auditRecorded, auditEntryOf(change, call), call);
  }
}
