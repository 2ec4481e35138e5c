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
import { DueTasks } from '../tasks/due-tasks.js';
import { ErasuresService } from './erasures.service.js';

/** Handles erasures, whose content exported datasets may contain. */
@Controller()
export class ErasuresConsumer {
  constructor(
    private readonly commands: CommandRunner,
    private readonly runner: EventRunner,
    private readonly erasures: ErasuresService,
    private readonly tasks: DueTasks,
  ) {}

  @CommandHandler(withholdDatasets)
  async withhold(commands: readonly Command<WithholdDatasets>[]) {
    const results = await this.commands.run(withholdDatasets, commands, (tx, { body }) =>
      this.erasures.withhold(tx, body),
    );
    this.tasks.wake('check');
    return results;
  }

  @EventHandler(userErased)
  userErased(events: readonly ReceivedEvent<UserErased>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.erasures.usersErased(tx, batch));
  }

  @EventHandler(interactionErased)
  interactionErased(events: readonly ReceivedEvent<InteractionErased>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.erasures.interactionsErased(tx, batch));
  }
}
