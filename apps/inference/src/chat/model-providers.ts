import type { Model } from '@earshot/contracts-inference';
import { AppError } from '@earshot/errors';
import type { SecretBox } from '@earshot/service-kit';
import { activeCalls, withSpans, isTracing } from '@earshot/telemetry';
import type {
  ModelProvider,
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from '../providers/model-provider.js';
import type { ProviderTarget } from '../providers/providers.js';
import { notCapable } from './chat.errors.js';
import { embeddingsSpan, tracedChat } from './provider-span.js';

/** Asks the provider of a model. */
export class ModelProviders {
  // The directory replaces a model by a new object when it changes, so an entry is never out of date, and goes with its model.
  readonly #targets = new WeakMap<Model, ProviderTarget>();

  constructor(
    private readonly providers: ModelProvider<ProviderTarget>,
    /** Opens the API keys of providers, each bound to the id of its model. */
    private readonly secrets: Pick<SecretBox, 'open'>,
    /** Whether spans have what was asked and answered in them, too. */
    private readonly tracesContent = false,
  ) {}

  /** See {@link ModelProvider.chat}. @throws AppError `provider_secret_unreadable`, `model_not_capable` */
  chat(model: Model, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]> {
    const answer = this.providers.chat(this.#targetOf(model), request, signal);
    return isTracing() ? tracedChat(model, request, answer, this.tracesContent && request.stored !== false) : answer;
  }

  /** See {@link ModelProvider.embed}. Rejects with AppError `provider_secret_unreadable`, `model_not_capable` too. */
  async embed(model: Model, request: ProviderEmbeddingRequest, signal: AbortSignal): Promise<ProviderEmbeddings> {
    const embed = () => this.providers.embed(this.#targetOf(model), request, signal);
    return isTracing() ? withSpans(embeddingsSpan(model), activeCalls(), embed) : embed();
  }

  /** See {@link ModelProvider.countPrompt}. @throws AppError as {@link chat} */
  async countPrompt(model: Model, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null> {
    return this.providers.countPrompt(this.#targetOf(model), request, signal);
  }

  #targetOf(model: Model): ProviderTarget {
    let target = this.#targets.get(model);
    if (!target) this.#targets.set(model, (target = this.#target(model)));
    return target;
  }

  #target(model: Model): ProviderTarget {
    const { provider } = model;
    switch (provider.kind) {
      case 'openai': {
        const { kind, base_url, sealed_api_key, base_url_trusted: baseUrlTrusted } = provider;
        const apiKey = sealed_api_key === null ? undefined : this.#open(sealed_api_key, model);
        return { kind, baseUrl: base_url, model: provider.model, apiKey, baseUrlTrusted };
      }
      case 'llama':
        return { kind: provider.kind, modelFile: provider.model_file };
      case 'external':
        throw notCapable(model.key, 'it runs elsewhere.');
    }
  }

  #open(sealed: string, model: Model): string {
    try {
      return this.secrets.open(sealed, model.id);
    } catch (cause) {
      throw new AppError({
        code: 'provider_secret_unreadable',
        type: 'server_error',
        message: `The provider's API key of model '${model.key}' can't be read here. Set it again.`,
        cause,
      });
    }
  }
}
