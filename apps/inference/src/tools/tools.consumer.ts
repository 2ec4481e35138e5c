import { Controller } from '@nestjs/common';
import {
  createTool,
  deleteTool,
  listTools,
  updateTool,
  type CreateTool,
  type ListResources,
  type NamedResource,
  type UpdateTool,
} from '@earshot/contracts-inference';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ToolsService } from './tools.service.js';

/** Takes the commands about tools. */
@Controller()
export class ToolsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly tools: ToolsService,
  ) {}

  @CommandHandler(createTool)
  create(commands: readonly Command<CreateTool>[]) {
    return this.runner.run(createTool, commands, (tx, { body, call }) => this.tools.create(tx, body, call));
  }

  @CommandHandler(updateTool)
  update(commands: readonly Command<UpdateTool>[]) {
    return this.runner.run(updateTool, commands, (tx, { body, call }) => this.tools.update(tx, body, call));
  }

  @CommandHandler(deleteTool)
  delete(commands: readonly Command<NamedResource>[]) {
    return this.runner.run(deleteTool, commands, (tx, { body, call }) => this.tools.remove(tx, body, call));
  }

  @CommandHandler(listTools)
  list(commands: readonly Command<ListResources>[]) {
    return this.runner.read(commands, (tx, { body }) => this.tools.list(tx, body));
  }
}
