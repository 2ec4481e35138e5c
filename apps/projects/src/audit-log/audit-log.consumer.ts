import { Controller } from '@nestjs/common';
import { auditRecorded, listAuditEntries, type AuditEntry, type ListAuditEntries } from '@earshot/contracts-projects';
import { CommandHandler, EventHandler, type Command, type ReceivedEvent } from '@earshot/messaging';
import { CommandRunner, EventRunner } from '@earshot/persistence';
import { AuditLogService } from './audit-log.service.js';

/** Takes the audit entries of all services, and the commands that list them. */
@Controller()
export class AuditLogConsumer {
  constructor(
    private readonly commands: CommandRunner,
    private readonly runner: EventRunner,
    private readonly log: AuditLogService,
  ) {}

  @EventHandler(auditRecorded)
  store(events: readonly ReceivedEvent<AuditEntry>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.log.store(tx, batch));
  }

  @CommandHandler(listAuditEntries)
  async list(commands: readonly Command<ListAuditEntries>[]) {
    // An acknowledged change is in Kafka; after the fence its entry is in the table.
    const behind = await this.log.caughtUp();
    return this.commands.read(commands, (tx, { body }) => this.log.list(tx, body, behind));
  }
}
