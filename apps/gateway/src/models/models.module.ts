import { Module } from '@nestjs/common';
import { ModelListController } from './model-list.controller.js';
import { ModelListService } from './model-list.service.js';
import { ModelNames } from './model-names.js';
import { ModelsController } from './models.controller.js';
import { ModelsService } from './models.service.js';
import { ProviderSealer } from './provider-sealer.js';

/** `/api/v1/models` and `/api/v1/projects/{project}/models` */
@Module({
  controllers: [ModelListController, ModelsController],
  providers: [ModelListService, ModelNames, ModelsService, ProviderSealer],
  exports: [ModelListService, ModelNames, ModelsService],
})
export class ModelsModule {}
