import { Module } from '@nestjs/common';
import { ChatCompletionsController } from './chat-completions.controller.js';
import { ChatCompletionsService } from './chat-completions.service.js';

/** `/api/v1/chat/completions` */
@Module({ controllers: [ChatCompletionsController], providers: [ChatCompletionsService] })
export class ChatCompletionsModule {}
