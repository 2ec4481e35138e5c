import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenApiFile, OpenApiController } from './openapi.controller.js';

/** `/openapi.json` */
@Module({ imports: [DiscoveryModule], controllers: [OpenApiController], providers: [OpenApiFile] })
export class OpenApiModule {}
