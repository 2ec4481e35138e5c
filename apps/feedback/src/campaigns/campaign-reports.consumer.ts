import { Controller } from '@nestjs/common';
import { readCampaignReport, type ReadCampaignReport } from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { answerEach } from '@earshot/persistence';
import { CampaignReportsService } from './campaign-reports.service.js';

/** Handles reads of campaign reports. */
@Controller()
export class CampaignReportsConsumer {
  constructor(private readonly reports: CampaignReportsService) {}

  @CommandHandler(readCampaignReport)
  read(commands: readonly Command<ReadCampaignReport>[]) {
    return answerEach(commands, ({ body }) => this.reports.read(body));
  }
}
