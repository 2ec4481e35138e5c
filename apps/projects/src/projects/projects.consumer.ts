import { Controller } from '@nestjs/common';
import {
  createProject,
  deleteProject,
  listProjects,
  lookUpProjectsCommand,
  updateProject,
  type CreateProject,
  type DeleteProject,
  type ListProjects,
  type UpdateProject,
} from '@earshot/contracts-projects';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ProjectsService } from './projects.service.js';

/** Handles the commands of projects. */
@Controller()
export class ProjectsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly projects: ProjectsService,
  ) {}

  @CommandHandler(createProject)
  create(commands: readonly Command<CreateProject>[]) {
    return this.runner.run(createProject, commands, (tx, { body, call }) => this.projects.create(tx, body, call));
  }

  @CommandHandler(updateProject)
  update(commands: readonly Command<UpdateProject>[]) {
    return this.runner.run(updateProject, commands, (tx, { body, call }) => this.projects.update(tx, body, call));
  }

  @CommandHandler(deleteProject)
  delete(commands: readonly Command<DeleteProject>[]) {
    return this.runner.run(deleteProject, commands, (tx, { body, call }) => this.projects.delete(tx, body, call));
  }

  @CommandHandler(listProjects)
  list(commands: readonly Command<ListProjects>[]) {
    return this.runner.read(commands, (tx, { body }) => this.projects.list(tx, body));
  }

  @CommandHandler(lookUpProjectsCommand)
  lookUp(commands: readonly Command<{ command_id: string }>[]) {
    return this.runner.lookUp(commands);
  }
}
