import { Controller } from '@nestjs/common';
import { forgetCompletions, forgetUser, type ForgetCompletions, type ForgetUser } from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { answerEach } from '@earshot/persistence';
import { ErasureService } from './erasure.service.js';

/** Handles erasures whose callers wait for the end. */
@Controller()
export class ErasureConsumer {
  constructor(private readonly erasure: ErasureService) {}

  @CommandHandler(forgetUser)
  forget(commands: readonly Command<ForgetUser>[]) {
    return answerEach(commands, ({ body }) => this.erasure.erase(body));
  }

  @CommandHandler(forgetCompletions)
  forgetCompletions(commands: readonly Command<ForgetCompletions>[]) {
    return answerEach(commands, ({ body }) => this.erasure.eraseCompletions(body));
  }
}
