import { Controller } from '@nestjs/common';
import {
  readCampaignHistory,
  readCampaignReport,
  type ReadCampaignHistory,
  type ReadCampaignReport,
} from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { answerEach } from '@earshot/persistence';
import { CampaignHistoryService } from './campaign-history.service.js';
import { CampaignReportsService } from './campaign-reports.service.js';

/** Handles reads of campaign reports and their history. */
@Controller()
export class CampaignReportsConsumer {
  constructor(
    private readonly reports: CampaignReportsService,
    private readonly histories: CampaignHistoryService,
  ) {}

  @CommandHandler(readCampaignReport)
  read(commands: readonly Command<ReadCampaignReport>[]) {
    return answerEach(commands, ({ body }) => this.reports.read(body));
  }

  @CommandHandler(readCampaignHistory)
  history(commands: readonly Command<ReadCampaignHistory>[]) {
    return answerEach(commands, ({ body }) => this.histories.read(body));
  }
}
