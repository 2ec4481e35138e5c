import { Controller } from '@nestjs/common';
import { chat, type ChatChunk, type ChatRequest } from '@earshot/contracts-inference';
import { WorkHandler, type WorkContext } from '@earshot/messaging';
import type { Observable } from 'rxjs';
import { ChatService } from './chat.service.js';

/** Takes chats from the work lane. */
@Controller()
export class ChatConsumer {
  constructor(private readonly chats: ChatService) {}

  @WorkHandler(chat)
  answer(request: ChatRequest, context: WorkContext): Observable<ChatChunk> {
    return this.chats.answer(request, context);
  }
}
