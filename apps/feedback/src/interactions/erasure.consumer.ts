import { Controller } from '@nestjs/common';
import {
  eraseFeedbackOfCompletions,
  eraseFeedbackOfUser,
  type EraseFeedbackOfCompletions,
  type EraseFeedbackOfUser,
} from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { answerEach } from '@earshot/persistence';
import { ErasureService } from './erasure.service.js';

/** Handles erasures whose callers wait for the end. */
@Controller()
export class ErasureConsumer {
  constructor(private readonly erasure: ErasureService) {}

  @CommandHandler(eraseFeedbackOfUser)
  eraseUser(commands: readonly Command<EraseFeedbackOfUser>[]) {
    return answerEach(commands, ({ body }) => this.erasure.erase(body));
  }

  @CommandHandler(eraseFeedbackOfCompletions)
  eraseCompletions(commands: readonly Command<EraseFeedbackOfCompletions>[]) {
    return answerEach(commands, ({ body }) => this.erasure.eraseCompletions(body));
  }
}
