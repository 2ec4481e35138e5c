import { Module } from '@nestjs/common';
import { ChatCompletionsModule } from '../chat-completions/chat-completions.module.js';
import { EmbeddingsModule } from '../embeddings/embeddings.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ModelsModule } from '../models/models.module.js';
import { OpenaiDialectController } from './openai-dialect.controller.js';
import { StoredCompletionsController } from './stored-completions.controller.js';
import { StoredCompletionsService } from './stored-completions.service.js';

/** `/openai/v1` */
@Module({
  imports: [ChatCompletionsModule, EmbeddingsModule, InteractionsModule, LimitsModule, ModelsModule],
  controllers: [OpenaiDialectController, StoredCompletionsController],
  providers: [StoredCompletionsService],
})
export class OpenaiDialectModule {}
