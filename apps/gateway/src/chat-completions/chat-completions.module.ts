import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ChatCompletionsController } from './chat-completions.controller.js';
import { ChatCompletionsService } from './chat-completions.service.js';
import { ChatImages } from './chat-images.js';
import { ImagesModule } from '../images/images.module.js';
import { ImagesService } from '../images/images.service.js';
import { ImageStore } from './image-store.js';
import { LargeConversations } from './large-conversations.js';

/** `/api/v1/chat/completions` */
@Module({
  imports: [ImagesModule, StorageClientModule],
  controllers: [ChatCompletionsController],
  providers: [
    ChatCompletionsService,
    ChatImages,
    LargeConversations,
    { provide: ImageStore, useExisting: ImagesService },
  ],
  exports: [ChatCompletionsService],
})
export class ChatCompletionsModule {}
