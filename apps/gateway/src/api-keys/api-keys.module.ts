import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { ApiKeysService } from './api-keys.service.js';
import { InstallationKeysController } from './installation-keys.controller.js';
import { KeyGenerator } from './key-generator.js';
import { KeyUsageService } from './key-usage.service.js';
import { ProjectKeysController } from './project-keys.controller.js';

/** `/api/v1/api_keys` and `/api/v1/projects/{project}/api_keys` */
@Module({
  imports: [LimitsModule],
  controllers: [InstallationKeysController, ProjectKeysController],
  providers: [ApiKeysService, KeyGenerator, KeyUsageService],
})
export class ApiKeysModule {}
