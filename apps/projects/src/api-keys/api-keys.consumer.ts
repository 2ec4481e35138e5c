import { Controller } from '@nestjs/common';
import {
  createApiKey,
  listApiKeys,
  listKeyUses,
  readApiKey,
  recordKeyUses,
  revokeApiKey,
  updateApiKey,
  type CreateApiKey,
  type ListApiKeys,
  type ListKeyUses,
  type ReadApiKey,
  type RecordKeyUses,
  type RevokeApiKey,
  type UpdateApiKey,
} from '@earshot/contracts-projects';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ApiKeysService } from './api-keys.service.js';

/** Handles the commands of API keys. */
@Controller()
export class ApiKeysConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly apiKeys: ApiKeysService,
  ) {}

  @CommandHandler(createApiKey)
  create(commands: readonly Command<CreateApiKey>[]) {
    return this.runner.run(createApiKey, commands, (tx, { body, call }) => this.apiKeys.create(tx, body, call));
  }

  @CommandHandler(updateApiKey)
  update(commands: readonly Command<UpdateApiKey>[]) {
    return this.runner.run(updateApiKey, commands, (tx, { body, call }) => this.apiKeys.update(tx, body, call));
  }

  @CommandHandler(revokeApiKey)
  revoke(commands: readonly Command<RevokeApiKey>[]) {
    return this.runner.run(revokeApiKey, commands, (tx, { body, call }) => this.apiKeys.revoke(tx, body, call));
  }

  @CommandHandler(recordKeyUses)
  recordUses(commands: readonly Command<RecordKeyUses>[]) {
    return this.runner.run(recordKeyUses, commands, (tx, { body }) => this.apiKeys.recordUses(tx, body));
  }

  @CommandHandler(readApiKey)
  read(commands: readonly Command<ReadApiKey>[]) {
    return this.runner.read(commands, (tx, { body }) => this.apiKeys.read(tx, body));
  }

  @CommandHandler(listApiKeys)
  list(commands: readonly Command<ListApiKeys>[]) {
    return this.runner.read(commands, (tx, { body }) => this.apiKeys.list(tx, body));
  }
  @CommandHandler(listKeyUses)
  listUses(commands: readonly Command<ListKeyUses>[]) {
    return this.runner.read(commands, (tx, { body }) => this.apiKeys.listUses(tx, body));
  }
}
