import { Injectable } from '@nestjs/common';
import type { CallContext, StateContract } from '@earshot/contracts-core';
import { auditEntryOf, auditRecorded, type AuditedChange } from '@earshot/contracts-projects';
import { Outbox, type Transaction } from '@earshot/persistence';

/** A change of a resource that replicas follow. */
export interface PublishedChange<V> extends Omit<AuditedChange, 'resource_id'> {
  /** The value before the change; null where it is new. */
  readonly before: (V & object) | null;
  /** The value after the change; null where it is gone. */
  readonly after: (V & object) | null;
}

/** Publishes changes of resources in the transaction that makes them. */
@Injectable()
export class ResourceChanges {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Adds a change to the audit log and publishes the new state of the resource, or its tombstone. Call it after the row
   * was written: the lock of the row keeps the next change waiting.
   */
  async publish<V>(
    tx: Transaction,
    contract: StateContract<V>,
    change: PublishedChange<V>,
    call: CallContext,
  ): Promise<void> {
    const { before, after } = change;
    const resource_id = contract.key((after ?? before) as V);
    await this.audit(tx, { ...change, resource_id }, call);
    if (after === null) await this.outbox.tombstones(tx, contract, [resource_id], call);
    else await this.outbox.state(tx, contract, after, call);
  }

  /** Adds a change to the audit log. It keeps no secrets, and of an update the changed fields alone. */
  async audit(tx: Transaction, change: AuditedChange, call: CallContext): Promise<void> {
    await this.outbox.event(tx, auditRecorded, auditEntryOf(change, call), call);
  }
}
