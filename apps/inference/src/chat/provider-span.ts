import type { Model } from '@earshot/contracts-inference';
import { beginSpan, activeCalls, type CallSpan, type SpanDescriptor } from '@earshot/telemetry';
import type { ProviderChatRequest, ProviderEvent } from '../providers/model-provider.js';

/** Of what is captured, UTF-16 units at most: collectors refuse what is much larger. */
const maxCapturedLength = 32_768;

/** One request to a provider as a span tells of it (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/). */
function chatSpan({ provider }: Model, request: ProviderChatRequest): SpanDescriptor {
  const { maxTokens, temperature, topP, choices, stream } = request;
  return {
    kind: 'client',
    name: 'chat',
    attributes: {
      'gen_ai.operation.name': 'chat',
      ...served(provider),
      'gen_ai.request.choice.count': choices,
      'gen_ai.request.stream': stream,
      ...(maxTokens !== undefined && { 'gen_ai.request.max_tokens': maxTokens }),
      ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
      ...(topP !== undefined && { 'gen_ai.request.top_p': topP }),
    },
  };
}

/** A request for vectors. */
export function embeddingsSpan({ provider }: Model): SpanDescriptor {
  return {
    kind: 'client',
    name: 'embeddings',
    attributes: { 'gen_ai.operation.name': 'embeddings', ...served(provider) },
  };
}

function served(provider: Model['provider']): Record<string, string> {
  switch (provider.kind) {
    case 'openai': {
      // Without what may follow the host: an address of a provider may hold a secret.
      const { hostname, port, protocol } = new URL(provider.base_url);
      return {
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': provider.model,
        'server.address': hostname,
        'server.port': port === '' ? (protocol === 'https:' ? '443' : '80') : port,
      };
    }
    case 'llama':
      return { 'gen_ai.provider.name': 'llama.cpp', 'gen_ai.request.model': provider.model_file };
    case 'external':
      return { 'gen_ai.provider.name': 'external' };
  }
}

/**
 * The same answer, told of by a span: from the first time that events are asked for to the last, or until nobody wants more.
 *
 * @param captures whether the span has what was asked and answered in it, too.
 */
export async function* tracedChat(
  model: Model,
  request: ProviderChatRequest,
  answer: AsyncIterable<ProviderEvent[]>,
  captures: boolean,
): AsyncGenerator<ProviderEvent[], void, void> {
  const [call] = activeCalls();
  const span = call && beginSpan(chatSpan(model, request), call);
  if (span === undefined || !span.isRecording) {
    yield* answer;
    span?.end();
    return;
  }
  const told = new ToldAnswer(span, captures);
  if (captures) span.set({ 'gen_ai.input.messages': captured(request.messages) });
  let failure: unknown;
  try {
    for await (const events of answer) {
      for (const event of events) told.add(event);
      yield events;
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    told.end();
    span.end(failure);
  }
}

/** What a span tells of an answer, gathered as it comes. */
class ToldAnswer {
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
