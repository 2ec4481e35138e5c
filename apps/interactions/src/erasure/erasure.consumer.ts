import { Controller } from '@nestjs/common';
import {
  eraseInteraction,
  eraseUser,
  interactionErased,
  userErased,
  type EraseInteraction,
  type EraseUser,
  type InteractionErased,
  type UserErased,
} from '@earshot/contracts-interactions';
import { CommandHandler, EventHandler, type Command, type ReceivedEvent } from '@earshot/messaging';
import { CommandRunner, EventRunner } from '@earshot/persistence';
import { ErasureService } from './erasure.service.js';
import { ErasureWorker } from './erasure.worker.js';

/** Handles commands and events of erasures. */
@Controller()
export class ErasureConsumer {
  constructor(
    private readonly commands: CommandRunner,
    private readonly erasure: ErasureService,
    private readonly worker: ErasureWorker,
    private readonly runner: EventRunner,
  ) {}

  @CommandHandler(eraseUser)
  async erase(commands: readonly Command<EraseUser>[]) {
    const results = await this.commands.run(eraseUser, commands, (tx, { body, call }) =>
      this.erasure.erase(tx, body, call),
    );
    this.worker.wake();
    return results;
  }

  @CommandHandler(eraseInteraction)
  async eraseInteraction(commands: readonly Command<EraseInteraction>[]) {
    const found = await this.erasure.beginCompletions(commands);
    return this.commands.run(eraseInteraction, commands, (tx, command) =>
      this.erasure.eraseCompletions(tx, command, found),
    );
  }

  /** Repeats erasures that restored tables lack. */
  @EventHandler(userErased)
  async userErased(events: readonly ReceivedEvent<UserErased>[]): Promise<void> {
    await this.runner.run(events, (tx, batch) => this.erasure.eraseAgain(tx, batch));
    this.worker.wake();
  }

  /** Like {@link userErased}. */
  @EventHandler(interactionErased)
  async interactionErased(events: readonly ReceivedEvent<InteractionErased>[]): Promise<void> {
    const found = await this.erasure.beginAgain(events);
    await this.runner.run(events, (tx) => this.erasure.eraseCompletionsAgain(tx, found));
  }
}
