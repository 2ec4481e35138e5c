import { Module } from '@nestjs/common';
import { ChatCompletionsModule } from '../chat-completions/chat-completions.module.js';
import { EmbeddingsModule } from '../embeddings/embeddings.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ModelsModule } from '../models/models.module.js';
import { OpenaiDialectController } from './openai-dialect.controller.js';

/** `/openai/v1` */
@Module({
  imports: [ChatCompletionsModule, EmbeddingsModule, LimitsModule, ModelsModule],
  controllers: [OpenaiDialectController],
})
export class OpenaiDialectModule {}
