import { Controller } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { chat, type ChatChunk, type ChatRequest } from '@earshot/contracts-inference';
import { interactionStarted } from '@earshot/contracts-interactions';
import { EventPublisher, newCallContext, WorkHandler, type WorkContext } from '@earshot/messaging';
import { from, type Observable } from 'rxjs';
import { ScriptedInteractionsController } from './scripted-interactions.controller.js';
import { startedEvent } from './started-event.js';

type FinishReason = ChatChunk['choices'][number]['finish_reason'];

/** What answers chats: it records them, and ends as a test says. */
@Controller()
export class ScriptedChatsController {
  readonly asked: ChatRequest[] = [];
  /** How a chat ends. */
  ending: (request: ChatRequest) => FinishReason | Promise<FinishReason> = () => 'stop';

  constructor(
    private readonly events: EventPublisher,
    private readonly modules: ModuleRef,
  ) {}

  @WorkHandler(chat)
  answer(request: ChatRequest, _context: WorkContext): Observable<ChatChunk> {
    this.asked.push(request);
    return from(this.#answer(request));
  }

  async #answer(request: ChatRequest): Promise<ChatChunk> {
    const finish_reason = await this.ending(request);
    await this.record(request);
    return { choices: [{ index: 0, text: 'Hello', ...(finish_reason && { finish_reason }) }] };
  }

  /** Records an answer as complete. */
  async record({ project_id, completion_ids, model, user, tags }: ChatRequest): Promise<void> {
    const model_id = model as string;
    const [completion_id] = completion_ids as [string];
    const { completionId: _, ...event } = startedEvent(project_id, { completion_ids, model_id, user });
    await this.events.publish(interactionStarted, event, { call: newCallContext() });
    const { completions } = this.modules.get(ScriptedInteractionsController);
    completions.push({ completion_id, model_id, ab_campaign: null, complete: true, tags });
  }
}
