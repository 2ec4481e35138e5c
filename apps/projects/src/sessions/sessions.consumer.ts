import { Controller } from '@nestjs/common';
import {
  endSession,
  openSession,
  redeemSignInLink,
  type EndSession,
  type OpenSession,
  type RedeemSignInLink,
} from '@earshot/contracts-projects';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { SessionsService } from './sessions.service.js';

/** Handles the commands of sessions and sign-in links. */
@Controller()
export class SessionsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly sessions: SessionsService,
  ) {}

  @CommandHandler(openSession)
  open(commands: readonly Command<OpenSession>[]) {
    return this.runner.run(openSession, commands, (tx, { body, call }) => this.sessions.open(tx, body, call));
  }

  @CommandHandler(redeemSignInLink)
  redeem(commands: readonly Command<RedeemSignInLink>[]) {
    return this.runner.run(redeemSignInLink, commands, (tx, { body, call }) => this.sessions.redeem(tx, body, call));
  }

  @CommandHandler(endSession)
  end(commands: readonly Command<EndSession>[]) {
    return this.runner.run(endSession, commands, (tx, { body, call }) => this.sessions.end(tx, body, call));
  }
}
