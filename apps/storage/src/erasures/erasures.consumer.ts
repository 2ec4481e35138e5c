import { Controller } from '@nestjs/common';
import {
  interactionErased,
  userErased,
  type InteractionErased,
  type UserErased,
} from '@earshot/contracts-interactions';
import { withholdDatasets, type WithholdDatasets } from '@earshot/contracts-storage';
import { CommandHandler, EventHandler, type Command, type ReceivedEvent } from '@earshot/messaging';
import { CommandRunner, EventRunner } from '@earshot/persistence';
import { FilesWorker } from '../files/work/files-worker.js';
import { ErasureChecks } from './erasure-checks.service.js';

/** Handles erasures, whose content exported datasets may contain. */
@Controller()
export class ErasuresConsumer {
  constructor(
    private readonly commands: CommandRunner,
    private readonly events: EventRunner,
    private readonly checks: ErasureChecks,
    private readonly worker: FilesWorker,
  ) {}

  @CommandHandler(withholdDatasets)
  async withhold(commands: readonly Command<WithholdDatasets>[]) {
    const results = await this.commands.run(withholdDatasets, commands, async (tx, { body }) => ({
      datasets: await this.checks.withhold(tx, body),
    }));
    this.worker.wake('check');
    return results;
  }

  @EventHandler(userErased)
  userErased(events: readonly ReceivedEvent<UserErased>[]): Promise<void> {
    return this.events.run(events, async (tx, batch) => {
      for (const { body } of batch) {
        const { project_id, user, erased_at } = body;
        await this.checks.withhold(tx, { project_id, erased: [user], erased_at });
      }
    });
  }

  @EventHandler(interactionErased)
  interactionErased(events: readonly ReceivedEvent<InteractionErased>[]): Promise<void> {
    return this.events.run(events, async (tx, batch) => {
      for (const { body } of batch) {
        const { project_id, completion_ids: erased, erased_at, expired = false } = body;
        if (!expired) await this.checks.withhold(tx, { project_id, erased, erased_at });
      }
    });
  }
}
