import { beginSpan, activeCalls, type CallSpan, type SpanDescriptor } from '@earshot/telemetry';
import type { ProviderChatRequest, ProviderEvent } from './model-provider.js';

/** Limit of captured text in UTF-16 units: collectors reject much larger attributes. */
const maxCapturedLength = 32_768;

/** Attributes that a provider adds to each span. */
type Attributes = Readonly<Record<string, string>>;

/** The span of a chat (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/). */
function chatSpan(provider: Attributes, request: ProviderChatRequest): SpanDescriptor {
  const { choices, stream } = request;
  const { max_tokens, temperature, top_p } = request.parameters;
  return {
    kind: 'client',
    name: 'chat',
    attributes: {
      'gen_ai.operation.name': 'chat',
      ...provider,
      'gen_ai.request.choice.count': choices,
      'gen_ai.request.stream': stream,
      ...(max_tokens !== undefined && { 'gen_ai.request.max_tokens': max_tokens }),
      ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
      ...(top_p !== undefined && { 'gen_ai.request.top_p': top_p }),
    },
  };
}

/** The span of a request for embeddings. */
export function embeddingsSpan(provider: Attributes): SpanDescriptor {
  return {
    kind: 'client',
    name: 'embeddings',
    attributes: { 'gen_ai.operation.name': 'embeddings', ...provider },
  };
}

/**
 * Yields the answer inside a span that ends with it.
 *
 * @param chat asks the provider; its request has the `traceparent` of the span.
 * @param captures whether the span contains prompt and answer.
 */
export async function* tracedChat(
  provider: Attributes,
  request: ProviderChatRequest,
  chat: (request: ProviderChatRequest) => AsyncIterable<ProviderEvent[]>,
  captures: boolean,
): AsyncGenerator<ProviderEvent[], void, void> {
  const [call] = activeCalls();
  const span = call && beginSpan(chatSpan(provider, request), call);
  const answer = chat(span === undefined ? request : { ...request, traceparent: span.call.traceparent });
  if (span === undefined || !span.isRecording) {
    yield* answer;
    span?.end();
    return;
  }
  const recorder = new AnswerRecorder(span, captures);
  if (captures) span.set({ 'gen_ai.input.messages': captured(request.messages) });
  let failure: unknown;
  try {
    for await (const events of answer) {
      for (const event of events) recorder.add(event);
      yield events;
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    recorder.end();
    span.end(failure);
  }
}

/** Collects the attributes of an answer for its span. */
class AnswerRecorder {
  readonly #finishReasons: string[] = [];
  readonly #texts: string[] = [];
  #begun = false;

  constructor(
    private readonly span: CallSpan,
    private readonly captures: boolean,
  ) {}

  add(event: ProviderEvent): void {
    if (!this.#begun) this.span.event('first token');
    this.#begun = true;
    if (event.type === 'finish') this.#finishReasons[event.index] = event.finishReason;
    else if (event.type === 'usage') {
      const { promptTokens, completionTokens } = event.usage;
      this.span.set({ 'gen_ai.usage.input_tokens': promptTokens, 'gen_ai.usage.output_tokens': completionTokens });
    } else if (this.captures && event.type === 'delta') {
      const text = this.#texts[event.index] ?? '';
      if (text.length < maxCapturedLength) this.#texts[event.index] = text + event.text;
    }
  }

  end(): void {
    this.span.set({ 'gen_ai.response.finish_reasons': this.#finishReasons });
    if (!this.captures) return;
    const messages = this.#texts.map((content) => ({ role: 'assistant', content }));
    this.span.set({ 'gen_ai.output.messages': captured(messages) });
  }
}

function captured(messages: unknown): string {
  return JSON.stringify(messages).slice(0, maxCapturedLength);
}
