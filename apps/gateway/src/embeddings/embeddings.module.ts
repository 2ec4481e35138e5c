import { Module } from '@nestjs/common';
import { EmbeddingsController } from './embeddings.controller.js';
import { EmbeddingsService } from './embeddings.service.js';

/** `/api/v1/embeddings` */
@Module({ controllers: [EmbeddingsController], providers: [EmbeddingsService] })
export class EmbeddingsModule {}
