import { Module } from '@nestjs/common';
import { ApiKeysService } from './api-keys.service.js';
import { InstallationKeysController } from './installation-keys.controller.js';
import { KeyGenerator } from './key-generator.js';
import { ProjectKeysController } from './project-keys.controller.js';

/** `/api/v1/api_keys` and `/api/v1/projects/{project}/api_keys` */
@Module({
  controllers: [InstallationKeysController, ProjectKeysController],
  providers: [ApiKeysService, KeyGenerator],
})
export class ApiKeysModule {}
