import { Module } from '@nestjs/common';
import { ChatCompletionsModule } from '../chat-completions/chat-completions.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ModelsModule } from '../models/models.module.js';
import { ResponsesController } from './responses.controller.js';
import { ResponsesService } from './responses.service.js';
import { StoredResponses } from './stored-responses.service.js';

/** `/openai/v1/responses` */
@Module({
  imports: [ChatCompletionsModule, InteractionsModule, LimitsModule, ModelsModule],
  controllers: [ResponsesController],
  providers: [ResponsesService, StoredResponses],
})
export class ResponsesModule {}
