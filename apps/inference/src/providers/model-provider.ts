import type {
  ChatMessage,
  ChatRequest,
  FunctionTool,
  Model,
  ReasoningBlock,
  TokenLogProb,
  ToolChoice,
} from '@earshot/contracts-inference';

/** One message as providers take it, with its images loaded. */
export type ProviderMessage = Omit<ChatMessage, 'completion_id' | 'metadata'>;

/** The functions that a model may call; at least one. */
export interface ProviderTools {
  functions: FunctionTool[];
  /** Absent for the provider's own choice. */
  choice?: ToolChoice;
  /** Whether it may call several at a time; absent for the provider's own choice. */
  parallel?: boolean;
}

/** JSON format of an answer: any object, or a JSON Schema. */
export type ProviderResponseFormat = NonNullable<ChatRequest['response_format']>;

/**
 * Parameters of a chat with the names of OpenAI's body: model servers get them as they are. Besides the typed ones, all
 * that the kind of the provider honours. Absent: the provider's default.
 */
export type ChatParameters = Model['parameters'] &
  Pick<ChatRequest, 'response_format'> & { readonly [name: string]: unknown };

/** A chat request, the same for every provider. */
export interface ProviderChatRequest {
  messages: ProviderMessage[];
  /** How many answers to make of the one prompt, at least 1. */
  choices: number;
  /** true: text is wanted as it is made; false: only whole, so a provider may fetch it in one piece. */
  stream: boolean;
  /**
   * `max_tokens` is at least 1. A `temperature` of 0 always takes the most probable token. No answer has a `stop` text.
   */
  parameters: ChatParameters;
  tools?: ProviderTools;
  /** Opaque; passed on to providers that take one. */
  user?: string;
  /** Requests of one session often share their beginning: a hint for reusing work. */
  sessionId: string;
  /** Id of the project. Projects take turns where requests wait. */
  project: string;
  /** Whether all other requests go first where requests wait. Default: false. */
  background?: boolean;
  /** False: nothing is stored, so traces contain no text. Default: true. */
  stored?: boolean;
  /** W3C `traceparent` for the server; absent: the request belongs to no trace. */
  traceparent?: string;
  /** No retry starts after it, ms since 1970; absent: no limit. */
  retryUntil?: number;
  /** Called, possibly several times, once the provider has accepted the request; else the first events mean that. */
  onTaken?: () => void;
}

/** Tokens that a request took, as the provider counts them, all choices together; the prompt is counted once. */
export interface ProviderUsage {
  promptTokens: number;
  completionTokens: number;
  /** Parts of both by their names in OpenAI's interface, such as `cached_tokens`; absent if not reported. */
  promptDetails?: TokenDetails;
  completionDetails?: TokenDetails;
}

/** Parts of a count of tokens by name. */
export type TokenDetails = Record<string, number>;

/** What a server says about itself, as in OpenAI's interface. */
export interface ServedBy {
  system_fingerprint?: string;
  service_tier?: string;
}

/** Why a choice ended. */
export type ProviderFinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** A part of a choice, its end, or the usage of all. */
export type ProviderEvent =
  /** `logprobs`: of the tokens of the text, if the request wants them. */
  | { type: 'delta'; index: number; text: string; logprobs?: readonly TokenLogProb[] }
  /** A part of the reasoning before the text, or of a refusal in its place. */
  | { type: 'reasoning' | 'refusal'; index: number; text: string }
  /** The end of a part of the reasoning that the provider wants back unchanged. */
  | { type: 'reasoning_block'; index: number; block: ReasoningBlock }
  /** Sources of the text, as the provider describes them. */
  | { type: 'annotations'; index: number; annotations: readonly unknown[] }
  /** At most once, before all others. */
  | { type: 'served_by'; servedBy: ServedBy }
  /** A part of a function call: `call` counts the calls of the choice from 0; its first part has `id` and `name`. */
  | { type: 'tool_call'; index: number; call: number; id?: string; name?: string; arguments: string }
  /** The last event of a choice. */
  | { type: 'finish'; index: number; finishReason: ProviderFinishReason }
  /** At most once: only where the provider reports it, it is never estimated. */
  | { type: 'usage'; usage: ProviderUsage };

/** A request for vectors. */
export interface ProviderEmbeddingRequest {
  /** At least one text, or list of ids of the model's tokens; none of them empty. */
  input: string[] | number[][];
  /** Length of the vectors wanted; absent for the model's own. */
  dimensions?: number;
  /** Opaque; passed on to providers that take one. */
  user?: string;
  /** Further parameters of the body: model servers get them as they are. Absent for none. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Id of the project. Projects take turns where requests wait. */
  project: string;
  /** See {@link ProviderChatRequest}. */
  traceparent?: string;
}

/** One vector for each text, in their order, all of one length. */
export interface ProviderEmbeddings {
  vectors: Float32Array[];
  /** Tokens of all texts; null if not reported. */
  promptTokens: number | null;
}

/** The back end of one kind of models. `Target` carries the settings of a model with each call. */
export interface ModelProvider<Target> {
  /**
   * Generates the choices of one answer. Each item has at least one event: all that were ready together; choices
   * interleave. Ends after the `finish` of every choice. No delta splits a code point.
   *
   * When `signal` aborts, or the consumer leaves, the iteration ends early and the provider stops within a second.
   * @throws AppError `provider_unreachable`, `provider_failed`, `provider_rejected`, `provider_rate_limited`,
   * `provider_unavailable`, `context_length_exceeded`, `queue_full`, `deadline_exceeded`, and the provider's own.
   */
  chat(target: Target, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]>;
  /** Returns one vector for each text. Rejects on abort. @throws AppError as `chat`, and `dimensions_not_supported`. */
  embed(target: Target, request: ProviderEmbeddingRequest, signal: AbortSignal): Promise<ProviderEmbeddings>;
  /** Counts the tokens of a prompt without generating; null if the provider cannot. @throws AppError as {@link chat} */
  countPrompt(target: Target, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null>;
  /** Aborts all calls and frees all resources. No call may follow. */
  close(): Promise<void>;
}
