import { Controller } from '@nestjs/common';
import {
  createModel,
  deleteModel,
  listModels,
  lookUpInferenceCommand,
  updateModel,
  type CreateModel,
  type ListResources,
  type NamedResource,
  type UpdateModel,
} from '@earshot/contracts-inference';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ModelsService } from './models.service.js';

/** Takes the commands about models. */
@Controller()
export class ModelsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly models: ModelsService,
  ) {}

  @CommandHandler(createModel)
  create(commands: readonly Command<CreateModel>[]) {
    return this.runner.run(createModel, commands, (tx, { body, call }) => this.models.create(tx, body, call));
  }

  @CommandHandler(updateModel)
  update(commands: readonly Command<UpdateModel>[]) {
    return this.runner.run(updateModel, commands, (tx, { body, call }) => this.models.update(tx, body, call));
  }

  @CommandHandler(deleteModel)
  delete(commands: readonly Command<NamedResource>[]) {
    return this.runner.run(deleteModel, commands, (tx, { body, call }) => this.models.remove(tx, body, call));
  }

  @CommandHandler(listModels)
  list(commands: readonly Command<ListResources>[]) {
    return this.runner.read(commands, (tx, { body }) => this.models.list(tx, body));
  }

  @CommandHandler(lookUpInferenceCommand)
  lookUp(commands: readonly Command<{ command_id: string }>[]) {
    return this.runner.lookUp(commands);
  }
}
