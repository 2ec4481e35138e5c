import { Module } from '@nestjs/common';
import { HeaderSealer } from './header-sealer.js';
import { ToolsController } from './tools.controller.js';
import { ToolsService } from './tools.service.js';

/** `/api/v1/projects/{project}/tools` */
@Module({ controllers: [ToolsController], providers: [HeaderSealer, ToolsService] })
export class ToolsModule {}
