import type { Schemas } from '../../api/client.js';
import { messagesOf, sessionOf, type Turn } from './conversation.js';
import { fieldsOf, type OfferedTool, type Settings } from './settings.js';

/** The body of a chat. */
export type ChatBody = Schemas['ChatInput'];

/** What all requests of a conversation share. */
export interface RequestContext {
  /** Key of the project. */
  readonly project: string;
  readonly settings: Settings;
  /** Tools of the project. */
  readonly tools: readonly OfferedTool[];
  /** Keys of the models that can call tools. */
  readonly toolModels: readonly string[];
  /** Whether the system message of the settings is sent. */
  readonly hasOwnSystem: boolean;
}

/**
 * Returns the request of the last of these turns to a model. Models get the same messages, each in a session of its
 * own.
 */
export function requestOf(context: RequestContext, turns: readonly Turn[], model: string): ChatBody {
  const { project, settings, tools, toolModels, hasOwnSystem } = context;
  const session = settings.session.trim() || sessionOf(turns.slice(0, -1), model);
  return {
    model: `${project}/${model}`,
    messages: messagesOf(turns, hasOwnSystem ? settings.system : ''),
    ...fieldsOf(settings, toolModels.includes(model) ? tools : []),
    ...(session !== null && { session_id: session }),
    stream: true,
    stream_options: { include_usage: true },
  };
}
