import type { FunctionTool, ToolCall, ToolChoice } from '@earshot/contracts-inference';

/** A piece of a message: text, or an image by its address (`https:`, or `data:` with the bytes). */
export type ProviderPart = { type: 'text'; text: string } | { type: 'image'; url: string; detail?: string };

/** One message as providers take it. */
export interface ProviderMessage {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  content: string | ProviderPart[];
  /** Who of several of one role speaks. */
  name?: string;
  /** The calls that an assistant made. */
  tool_calls?: ToolCall[];
  /** The call that a message of a tool answers. */
  tool_call_id?: string;
}

/** The functions that a model may call; at least one. */
export interface ProviderTools {
  functions: FunctionTool[];
  /** Absent for the provider's own choice. */
  choice?: ToolChoice;
  /** Whether it may call several at a time; absent for the provider's own choice. */
  parallel?: boolean;
}

/** JSON that an answer is to be: any object, or what fits a JSON Schema, by the names of OpenAI's interface. */
export type ProviderResponseFormat =
  | { type: 'json_object' }
  | {
      type: 'json_schema';
      json_schema: { name: string; description?: string; schema?: Record<string, unknown>; strict?: boolean };
    };

/** What is asked of a model, the same for every provider. An absent parameter means the provider's own default. */
export interface ProviderChatRequest {
  messages: ProviderMessage[];
  /** How many answers to make of the one prompt, at least 1. */
  choices: number;
  /** true: text is wanted as it is made; false: only whole, so a provider may fetch it in one piece. */
  stream: boolean;
  /** At least 1. */
  maxTokens?: number;
  /** 0 to 2; 0 always takes the likeliest token. */
  temperature?: number;
  /** Above 0, up to 1. */
  topP?: number;
  /** Texts that end the answer; they are never part of it. */
  stop?: string[];
  /** Absent for text. */
  responseFormat?: ProviderResponseFormat;
  /** Only for providers whose models can call functions. */
  tools?: ProviderTools;
  /** Opaque; passed on to providers that take one. */
  user?: string;
  /** Requests of one session often share their beginning: a hint for reusing work. */
  sessionId: string;
  /** Whose requests take turns with those of others where they must wait; usually the project. */
  tenant: string;
  /** false: nothing of it is to be kept, so its words go into no trace. true unless given. */
  stored?: boolean;
  /** A server that did not answer is not asked again after this, ms since 1970; absent: as often as is usual. */
  retryUntil?: number;
  /**
   * Called, maybe more than once, when the provider has begun to work on it and refuses it no more for having too much to do; where it is not
   * called, that is so when the first events come.
   */
  onTaken?: () => void;
}

/** Tokens that a request took, as the provider counts them, all choices together; the prompt is counted once. */
export interface ProviderUsage {
  promptTokens: number;
  completionTokens: number;
}

/** Why a choice ended. */
export type ProviderFinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** A piece of a choice, its end, or what all of them took. */
export type ProviderEvent =
  | { type: 'delta'; index: number; text: string }
  /** A piece of a call of a function: `call` counts those of the choice from 0; the first piece of each has its `id` and `name`. */
  | { type: 'tool_call'; index: number; call: number; id?: string; name?: string; arguments: string }
  /** The last event of a choice. */
  | { type: 'finish'; index: number; finishReason: ProviderFinishReason }
  /** At most once: only where the provider reports it, it is never estimated. */
  | { type: 'usage'; usage: ProviderUsage };

/** What is to be turned into vectors. */
export interface ProviderEmbeddingRequest {
  /** At least one text, none of them empty. */
  input: string[];
  /** Length of the vectors wanted; absent for the model's own. */
  dimensions?: number;
  /** Opaque; passed on to providers that take one. */
  user?: string;
  /** Whose requests take turns with those of others where they must wait; usually the project. */
  tenant: string;
}

/** One vector for each text, in their order, all of one length. */
export interface ProviderEmbeddings {
  vectors: Float32Array[];
  /** Tokens of all texts; null where the provider does not say. */
  promptTokens: number | null;
}

/**
 * A kind of model back end. `Target` says which model of it: everything that differs from one configured model to the next
 * comes with the call, so that a changed setting is in force with the next call and there is nothing to invalidate.
 */
export interface ModelProvider<Target> {
  /**
   * Generates the choices of one answer. Each item holds the events that were ready together, at least one; events of different
   * choices come in any order. The iteration ends after the `finish` of every choice.
   *
   * Well-formed Unicode only: no delta begins or ends inside a code point. When `signal` aborts, or the consumer leaves the
   * loop, the iteration ends early and the provider stops working on the answer within a second.
   *
   * @throws AppError `provider_unreachable`, `provider_failed`, `provider_rejected`, `provider_rate_limited`,
   * `provider_unavailable`, `context_length_exceeded`, `queue_full`, `deadline_exceeded`, and those of the provider's own.
   */
  chat(target: Target, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]>;
  /**
   * One vector for each text. When `signal` aborts, it rejects, and the provider stops working on it within a second.
   *
   * @throws AppError as `chat` does, and `dimensions_not_supported`.
   */
  embed(target: Target, request: ProviderEmbeddingRequest, signal: AbortSignal): Promise<ProviderEmbeddings>;
  /**
   * Tokens of the prompt, without generating anything; null where the provider can't tell.
   *
   * @throws AppError as {@link chat}
   */
  countPrompt(target: Target, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null>;
  /** Ends what is under way and frees everything held. No call may follow. */
  close(): Promise<void>;
}
