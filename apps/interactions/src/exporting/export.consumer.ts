import { Controller } from '@nestjs/common';
import { beginExport, exportPiece, type BeginExport, type ExportPiece } from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { answerEach } from '@earshot/persistence';
import { ExportService } from './export.service.js';

/** Takes the commands about exports. */
@Controller()
export class ExportConsumer {
  constructor(private readonly exports: ExportService) {}

  @CommandHandler(beginExport)
  begin(commands: readonly Command<BeginExport>[]) {
    return answerEach(commands, ({ body }) => this.exports.begin(body));
  }

  @CommandHandler(exportPiece)
  piece(commands: readonly Command<ExportPiece>[]) {
    return answerEach(commands, ({ body, call }) => this.exports.piece(body, call));
  }
}
