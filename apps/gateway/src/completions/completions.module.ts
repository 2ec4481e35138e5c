import { Module } from '@nestjs/common';
import { ChatCompletionsModule } from '../chat-completions/chat-completions.module.js';
import { CompletionsController } from './completions.controller.js';
import { CompletionsService } from './completions.service.js';

/** `/api/v1/completions` */
@Module({
  imports: [ChatCompletionsModule],
  controllers: [CompletionsController],
  providers: [CompletionsService],
})
export class CompletionsModule {}
