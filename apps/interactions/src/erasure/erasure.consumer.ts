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

/** Takes erasures. */
@Controller()
export class ErasureConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly erasure: ErasureService,
    private readonly worker: ErasureWorker,
    private readonly events: EventRunner,
  ) {}

  @CommandHandler(eraseUser)
  async erase(commands: readonly Command<EraseUser>[]) {
    const results = await this.runner.run(eraseUser, commands, (tx, { body, call }) =>
      this.erasure.erase(tx, body, call),
    );
    this.worker.wake();
    return results;
  }

  @CommandHandler(eraseInteraction)
  async eraseInteraction(commands: readonly Command<EraseInteraction>[]) {
    const found = await this.erasure.beginCompletions(commands);
    return this.runner.run(eraseInteraction, commands, (tx, command) =>
      this.erasure.eraseCompletions(tx, command, found),
    );
  }

  /** Known already, but where the tables were restored to an earlier time: then it is done again. */
  @EventHandler(userErased)
  async userErased(events: readonly ReceivedEvent<UserErased>[]): Promise<void> {
    await this.events.run(events, (tx, some) =>
      this.erasure.eraseAgain(
        tx,
        some.map(({ body }) => body),
      ),
    );
    this.worker.wake();
  }

  /** As {@link userErased}. What has expired is found to be so again. */
  @EventHandler(interactionErased)
  async interactionErased(events: readonly ReceivedEvent<InteractionErased>[]): Promise<void> {
    const erased = events.filter(({ body }) => body.expired !== true);
    const found = await this.erasure.beginAgain(erased);
    await this.events.run(events, (tx) => this.erasure.eraseCompletionsAgain(tx, found));
  }
}
