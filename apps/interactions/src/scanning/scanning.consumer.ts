import { Controller } from '@nestjs/common';
import {
  checkInteractions,
  scanInteractions,
  type CheckInteractions,
  type ScanInteractions,
} from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ScanningService } from './scanning.service.js';

/** Handles commands that scan interactions. */
@Controller()
export class ScanningConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly scanning: ScanningService,
  ) {}

  @CommandHandler(scanInteractions)
  scan(commands: readonly Command<ScanInteractions>[]) {
    return this.runner.read(commands, (tx, { body }) => this.scanning.scan(tx, body));
  }

  @CommandHandler(checkInteractions)
  check(commands: readonly Command<CheckInteractions>[]) {
    return this.runner.read(commands, (tx, { body }) => this.scanning.check(tx, body));
  }
}
