import { Module } from '@nestjs/common';
import { ChatCompletionsController } from './chat-completions.controller.js';
import { ChatCompletionsService } from './chat-completions.service.js';
import { ChatImages } from './chat-images.js';
import { ImageStore } from './image-store.js';
import { RefusingImageStore } from './refusing-image-store.js';

/** `/api/v1/chat/completions` */
@Module({
  controllers: [ChatCompletionsController],
  providers: [ChatCompletionsService, ChatImages, { provide: ImageStore, useClass: RefusingImageStore }],
})
export class ChatCompletionsModule {}
