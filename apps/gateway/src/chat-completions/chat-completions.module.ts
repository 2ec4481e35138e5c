import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ImagesModule } from '../images/images.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ModelsModule } from '../models/models.module.js';
import { ChatCompletionsController } from './chat-completions.controller.js';
import { ChatCompletionsService } from './chat-completions.service.js';
import { LargeConversations } from './large-conversations.js';

/** `/api/v1/chat/completions` and `/api/v1/completions` */
@Module({
  imports: [ImagesModule, LimitsModule, ModelsModule, StorageClientModule],
  controllers: [ChatCompletionsController],
  providers: [ChatCompletionsService, LargeConversations],
  exports: [ChatCompletionsService],
})
export class ChatCompletionsModule {}
