import { Injectable } from '@nestjs/common';
import type { ChatMessage } from '@earshot/contracts-inference';
import { providerParametersOf, responseFields, type PassedField, type ResponseCreate } from '@earshot/dto-inference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import { callerOf } from '../auth/request-context.js';
import { ChatCompletionsService } from '../chat-completions/chat-completions.service.js';
import type { ChatCall } from '../chat-completions/chat-request.mapper.js';
import { withMessagesParam } from '../chat-completions/messages-param.js';
import { ModelNames } from '../models/model-names.js';
import { type ConcreteItem, messagesOf } from './conversation.js';
import { responseFormat } from './response-format.js';
import { StoredResponses } from './stored-responses.service.js';
import { ToolNames } from './tool-names.js';

/** Creates responses: chats in the form of OpenAI's Responses API. */
@Injectable()
export class ResponsesService {
  constructor(
    private readonly chats: ChatCompletionsService,
    private readonly stored: StoredResponses,
    private readonly names: ModelNames,
    private readonly access: ProjectAccess,
  ) {}

  /** Answers a request. Resolves once the answer is sent, or the client disconnected, which cancels the work. */
  async create(input: ResponseCreate, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const names = new ToolNames(input);
    const { messages, sessionId } = await this.#conversation(input, request);
    const chat = { ...toChatCall(input, names), messages, session_id: input.session_id || sessionId };
    const format = responseFormat(input, names);
    await withMessagesParam('input', () => this.chats.complete(chat, request, reply, format));
  }

  async #conversation(input: ResponseCreate, request: FastifyRequest) {
    const { instructions, previous_response_id: previous } = input;
    const items = typeof input.input === 'string' ? [asMessage(input.input)] : (input.input ?? []);
    const before: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : [];
    const refers = previous != null || items.some(({ type }) => type === 'item_reference');
    if (!refers) return { messages: [...before, ...messagesOf(items as ConcreteItem[])] };
    const caller = callerOf(request);
    const project = await this.access.resolve(caller, this.names.of(caller, input.model).project, 'model');
    const reader = { projectId: project.id };
    const conversation = previous ? await this.stored.conversation(reader, previous, request.call) : undefined;
    const own = messagesOf(await this.stored.resolve(reader, items, request.call));
    return { messages: [...before, ...(conversation?.messages ?? []), ...own], sessionId: conversation?.sessionId };
  }
}

function asMessage(text: string) {
  return { type: 'message' as const, role: 'user' as const, content: text };
}

/** Fields of a chat that a response has not, or has under another name. */
type OtherField = 'messages' | 'n' | 'max_tokens' | 'stream_options' | 'serialized_python';

/** A chat without its messages. All other fields are required, so that the compiler reports one that is not mapped. */
type MappedChat = Omit<ChatCall, 'messages'> & Record<Exclude<keyof ChatCall, PassedField | OtherField>, unknown>;

/** Maps a request to a chat. Unknown fields remain parameters for the provider. */
function toChatCall(input: ResponseCreate, { functions }: ToolNames): MappedChat {
  const { model, stream, store, user, session_id, labels, metadata, tags, ab_campaign, system_prompt_args } = input;
  const { temperature, top_p, parallel_tool_calls, use_tools, max_ttft_ms, stop } = input;
  const wantsLogprobs = input.include?.includes('message.output_text.logprobs') || (input.top_logprobs ?? 0) > 0;
  const { effort, summary: _, generate_summary: __, ...reasoning } = input.reasoning ?? {};
  return {
    ...providerParametersOf(input, responseFields),
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    ...{ model, stream, store, user, session_id, labels, metadata, tags, ab_campaign, system_prompt_args },
    ...{ temperature, top_p, parallel_tool_calls, use_tools, max_ttft_ms, stop },
    max_completion_tokens: input.max_output_tokens,
    reasoning_effort: effort,
    verbosity: input.text?.verbosity,
    logprobs: wantsLogprobs ? true : undefined,
    response_format: chatFormat(input.text?.format),
    tools: functions,
    tool_choice: toolChoice(input.tool_choice),
    drop_params: input.drop_params ?? true,
  };
}

/** The format of the text, as a chat names it. */
function chatFormat(format: NonNullable<ResponseCreate['text']>['format']): ChatCall['response_format'] {
  if (format?.type !== 'json_schema') return format;
  const { type, name, description, schema, strict } = format;
  const given = { ...(description && { description }), ...(typeof strict === 'boolean' && { strict }) };
  return { type, json_schema: { name, schema, ...given } };
}

function toolChoice(choice: ResponseCreate['tool_choice']): ChatCall['tool_choice'] {
  if (choice == null || typeof choice === 'string') return choice;
  return { type: 'function', function: { name: choice.name } };
}
