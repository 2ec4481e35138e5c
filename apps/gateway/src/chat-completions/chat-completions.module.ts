import { Module } from '@nestjs/common';
import { ChatCompletionsController } from './chat-completions.controller.js';
import { ChatCompletionsService } from './chat-completions.service.js';
import { ChatImages } from './chat-images.js';
import { ImagesModule } from '../images/images.module.js';
import { ImagesService } from '../images/images.service.js';
import { ImageStore } from './image-store.js';

/** `/api/v1/chat/completions` */
@Module({
  imports: [ImagesModule],
  controllers: [ChatCompletionsController],
  providers: [ChatCompletionsService, ChatImages, { provide: ImageStore, useExisting: ImagesService }],
})
export class ChatCompletionsModule {}
