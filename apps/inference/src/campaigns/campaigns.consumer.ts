import { Controller } from '@nestjs/common';
import {
  advanceAbCampaign,
  changeAbCampaign,
  createAbCampaign,
  deleteAbCampaign,
  listAbCampaigns,
  type AdvanceAbCampaign,
  type ChangeAbCampaign,
  type CreateAbCampaign,
  type ListResources,
  type NamedResource,
} from '@earshot/contracts-inference';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { CampaignsService } from './campaigns.service.js';

/** Takes the commands about campaigns. */
@Controller()
export class CampaignsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly campaigns: CampaignsService,
  ) {}

  @CommandHandler(createAbCampaign)
  create(commands: readonly Command<CreateAbCampaign>[]) {
    return this.runner.run(createAbCampaign, commands, (tx, { body, call }) => this.campaigns.create(tx, body, call));
  }

  @CommandHandler(changeAbCampaign)
  change(commands: readonly Command<ChangeAbCampaign>[]) {
    return this.runner.run(changeAbCampaign, commands, (tx, { body, call }) => this.campaigns.change(tx, body, call));
  }

  @CommandHandler(advanceAbCampaign)
  advance(commands: readonly Command<AdvanceAbCampaign>[]) {
    return this.runner.run(advanceAbCampaign, commands, (tx, { body, call }) => this.campaigns.advance(tx, body, call));
  }

  @CommandHandler(deleteAbCampaign)
  remove(commands: readonly Command<NamedResource>[]) {
    return this.runner.run(deleteAbCampaign, commands, (tx, { body, call }) => this.campaigns.remove(tx, body, call));
  }

  @CommandHandler(listAbCampaigns)
  list(commands: readonly Command<ListResources>[]) {
    return this.runner.read(commands, (tx, { body }) => this.campaigns.list(tx, body));
  }
}
