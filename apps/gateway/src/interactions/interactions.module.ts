import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ImagesModule } from '../images/images.module.js';
import { BulkImportService } from './bulk-import.service.js';
import { ImportsService } from './imports.service.js';
import { InteractionsController } from './interactions.controller.js';
import { InteractionFilters } from './interaction-filters.service.js';
import { LargeTexts } from './large-texts.js';
import { ProjectInteractionsController } from './project-interactions.controller.js';
import { InteractionStatisticsService } from './statistics.service.js';
import { ProjectInteractionsService } from './project-interactions.service.js';
import { StoredAnswers } from './stored-answers.service.js';

/** `/api/v1/interactions`, `/api/v1/projects/{project}/interactions` and `/users` */
@Module({
  imports: [ImagesModule, StorageClientModule],
  controllers: [InteractionsController, ProjectInteractionsController],
  providers: [
    ImportsService,
    BulkImportService,
    ProjectInteractionsService,
    InteractionStatisticsService,
    InteractionFilters,
    LargeTexts,
    StoredAnswers,
  ],
  exports: [InteractionFilters, InteractionStatisticsService, ProjectInteractionsService, StoredAnswers],
})
export class InteractionsModule {}
