import { Controller } from '@nestjs/common';
import { chat, type ChatChunk, type ChatRequest } from '@earshot/contracts-inference';
import { WorkHandler, type WorkContext } from '@earshot/messaging';
import { Observable, throwError } from 'rxjs';

/** What a worker does with a request. */
export type ChatScript = (request: ChatRequest, context: WorkContext) => Observable<ChatChunk>;

/** The worker's part by the text of the last message; requests and cancellations are kept for tests to look at. */
export const chatScripts = new Map<string, ChatScript>();
export const chatRequests: { request: ChatRequest; context: WorkContext }[] = [];

/** An inference service that plays its part by a script. */
@Controller()
export class ScriptedChatController {
  @WorkHandler(chat)
  handle(request: ChatRequest, context: WorkContext): Observable<ChatChunk> {
    chatRequests.push({ request, context });
    const content = request.messages.at(-1)?.content;
    const last = typeof content === 'string' ? content : content?.at(-1);
    const script = chatScripts.get(typeof last === 'object' ? (last.type === 'text' ? last.text : '') : (last ?? ''));
    return script === undefined ? throwError(() => new Error('there is no such script')) : script(request, context);
  }
}
