import { Controller } from '@nestjs/common';
import { auditRecorded, listAuditEntries, type AuditEntry, type ListAuditEntries } from '@earshot/contracts-projects';
import { CommandHandler, EventHandler, type Command, type Received } from '@earshot/messaging';
import { CommandRunner, EventRunner } from '@earshot/persistence';
import { AuditLogService } from './audit-log.service.js';

/** Takes what all services say that was changed, and who wants to read it. */
@Controller()
export class AuditLogConsumer {
  constructor(
    private readonly commands: CommandRunner,
    private readonly events: EventRunner,
    private readonly log: AuditLogService,
  ) {}

  @EventHandler(auditRecorded)
  keep(events: readonly Received<AuditEntry>[]): Promise<void> {
    return this.events.run(events, (tx, some) =>
      this.log.keep(
        tx,
        some.map(({ body }) => body),
      ),
    );
  }

  @CommandHandler(listAuditEntries)
  async list(commands: readonly Command<ListAuditEntries>[]) {
    // A change that was answered is in Kafka: behind the fence its entry is in the table.
    const behind = await this.log.caughtUp();
    return this.commands.read(commands, (tx, { body }) => this.log.list(tx, body, behind));
  }
}
