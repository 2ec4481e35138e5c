import { Controller } from '@nestjs/common';
import { createTool, deleteTool, listTools, updateTool, type Tool } from '@earshot/contracts-inference';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import {
  ToolsService,
  type CreateTool,
  type DeleteTool,
  type ListTools,
  type ToolPage,
  type UpdateTool,
} from './tools.service.js';

/** Takes the commands about tools. */
@Controller()
export class ToolsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly tools: ToolsService,
  ) {}

  @CommandHandler(createTool)
  create(commands: readonly Command<CreateTool>[]): Promise<CommandResult<Tool>[]> {
    return this.runner.run(createTool, commands, (tx, { body, call }) => this.tools.create(tx, body, call));
  }

  @CommandHandler(updateTool)
  update(commands: readonly Command<UpdateTool>[]): Promise<CommandResult<Tool>[]> {
    return this.runner.run(updateTool, commands, (tx, { body, call }) => this.tools.update(tx, body, call));
  }

  @CommandHandler(deleteTool)
  delete(commands: readonly Command<DeleteTool>[]): Promise<CommandResult<{ id: string }>[]> {
    return this.runner.run(deleteTool, commands, (tx, { body, call }) => this.tools.remove(tx, body, call));
  }

  @CommandHandler(listTools)
  list(commands: readonly Command<ListTools>[]): Promise<CommandResult<ToolPage>[]> {
    return this.runner.read(commands, (tx, { body }) => this.tools.list(tx, body));
  }
}
