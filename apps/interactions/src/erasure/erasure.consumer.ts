import { Controller } from '@nestjs/common';
import { eraseUser, type EraseUser } from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ErasureService } from './erasure.service.js';
import { ErasureWorker } from './erasure.worker.js';

/** Takes word of users who are to be forgotten. */
@Controller()
export class ErasureConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly erasure: ErasureService,
    private readonly worker: ErasureWorker,
  ) {}

  @CommandHandler(eraseUser)
  async erase(commands: readonly Command<EraseUser>[]) {
    const results = await this.runner.run(eraseUser, commands, (tx, { body, call }) =>
      this.erasure.erase(tx, body, call),
    );
    this.worker.wake();
    return results;
  }
}
