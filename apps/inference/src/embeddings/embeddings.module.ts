import { Module } from '@nestjs/common';
import { ChatModule } from '../chat/chat.module.js';
import { EmbeddingTargets } from './embedding-target.js';
import { EmbeddingsConsumer } from './embeddings.consumer.js';
import { EmbeddingsService } from './embeddings.service.js';

/** Embeddings: from the work lane to the providers that chats use too, within the same bound. */
@Module({
  imports: [ChatModule],
  controllers: [EmbeddingsConsumer],
  providers: [EmbeddingsService, EmbeddingTargets],
})
export class EmbeddingsModule {}
