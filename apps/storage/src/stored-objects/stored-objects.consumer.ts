import { Controller } from '@nestjs/common';
import {
  discardObject,
  keepObject,
  locateObject,
  prepareObject,
  removeObject,
  type ObjectName,
  type PrepareObject,
} from '@earshot/contracts-storage';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { Quotas } from '../usage/quotas.js';
import { StoredObjectsService } from './stored-objects.service.js';

/** Handles the commands for objects. */
@Controller()
export class StoredObjectsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly objects: StoredObjectsService,
    private readonly quotas: Quotas,
  ) {}

  @CommandHandler(prepareObject)
  prepare(commands: readonly Command<PrepareObject>[]) {
    return this.runner.run(
      prepareObject,
      commands,
      (tx, { body }) => this.objects.prepare(tx, body),
      (tx) => this.quotas.lock(tx, commands),
    );
  }

  @CommandHandler(keepObject)
  async keep(commands: readonly Command<ObjectName>[]) {
    const sizes = await this.objects.readSizes(commands.map(({ body }) => body));
    return this.runner.run(keepObject, commands, (tx, { body }) => this.objects.keep(tx, body, sizes));
  }

  @CommandHandler(locateObject)
  locate(commands: readonly Command<ObjectName>[]) {
    return this.runner.read(commands, (tx, { body }) => this.objects.locate(tx, body));
  }

  @CommandHandler(discardObject)
  discard(commands: readonly Command<ObjectName>[]) {
    return this.runner.run(discardObject, commands, (tx, { body }) => this.objects.discard(tx, body));
  }

  @CommandHandler(removeObject)
  remove(commands: readonly Command<ObjectName>[]) {
    return this.runner.run(removeObject, commands, (tx, { body, call }) => this.objects.remove(tx, body, call));
  }
}
