/** One message as providers take it: text only. */
export interface ProviderMessage {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  content: string;
}

/** What is asked of a model, the same for every provider. An absent parameter means the provider's own default. */
export interface ProviderChatRequest {
  messages: ProviderMessage[];
  /** true: text is wanted as it is made; false: only whole, so a provider may fetch it in one piece. */
  stream: boolean;
  /** 0: no text is wanted; the answer is empty with finish reason `length`. */
  maxTokens?: number;
  /** 0 to 2; 0 always takes the likeliest token. */
  temperature?: number;
  /** Above 0, up to 1. */
  topP?: number;
  /** Texts that end the answer; they are never part of it. */
  stop?: string[];
  /** Opaque; passed on to providers that take one. */
  user?: string;
  /** Requests of one session often share their beginning: a hint for reusing work. */
  sessionId: string;
}

/** Tokens that a request took, as the provider counts them. */
export interface ProviderUsage {
  promptTokens: number;
  completionTokens: number;
}

/** Why an answer ended. */
export type ProviderFinishReason = 'stop' | 'length' | 'content_filter';

/** A piece of an answer, or its end. */
export type ProviderEvent =
  | { type: 'delta'; text: string }
  /** The last event of every complete answer. `usage` is null when the provider does not report it: it is never estimated. */
  | { type: 'finish'; finishReason: ProviderFinishReason; usage: ProviderUsage | null };

/**
 * A kind of model back end. `Target` says which model of it: everything that differs from one configured model to the next
 * comes with the call, so that a changed setting is in force with the next call and there is nothing to invalidate.
 */
export interface ChatProvider<Target> {
  /**
   * Generates one answer. Each item holds the events that were ready together, at least one.
   *
   * Well-formed Unicode only: no delta begins or ends inside a code point. When `signal` aborts, or the consumer leaves the
   * loop, the iteration ends without a `finish` and the provider stops working on the answer within a second.
   *
   * @throws AppError `provider_unreachable`, `provider_failed`, `provider_rejected`, `provider_rate_limited`,
   * `context_length_exceeded`, `queue_full`, `deadline_exceeded`, and those of the provider's own.
   */
  chat(target: Target, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]>;
  /** Ends what is under way and frees everything held. No call may follow. */
  close(): Promise<void>;
}
