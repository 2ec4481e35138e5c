import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenApiFile } from './openapi-file.js';
import { OpenApiController } from './openapi.controller.js';

/** `/openapi.json` */
@Module({ imports: [DiscoveryModule], controllers: [OpenApiController], providers: [OpenApiFile] })
export class OpenApiModule {}
