import { Module } from '@nestjs/common';
import { ToolsController } from './tools.controller.js';
import { ToolsService } from './tools.service.js';

/** `/api/v1/projects/{project}/tools` */
@Module({ controllers: [ToolsController], providers: [ToolsService] })
export class ToolsModule {}
