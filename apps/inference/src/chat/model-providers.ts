import { isExternal, providerOf, type Model, type Provider } from '@earshot/contracts-inference';
import { AppError } from '@earshot/errors';
import type { SecretBox } from '@earshot/service-kit';
import { activeCalls, withSpans, isTracing } from '@earshot/telemetry';
import type {
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from '../providers/model-provider.js';
import type { ProviderTarget } from '../providers/provider-kind.js';
import type { Providers } from '../providers/providers.js';
import { notCapable } from './chat.errors.js';
import { embeddingsSpan, tracedChat } from './provider-span.js';

/** Calls the provider of a model. */
export class ModelProviders {
  // A changed model is a new object, so an entry is never stale and is collected with its model.
  readonly #targets = new WeakMap<Model, ProviderTarget>();

  constructor(
    private readonly providers: Omit<Providers, 'close'>,
    /** Opens the API keys of providers, each bound to the id of its model. */
    private readonly secrets: Pick<SecretBox, 'open'>,
    /** Whether spans contain prompts and answers. */
    private readonly tracesContent = false,
  ) {}

  /** See {@link Providers.chat}. @throws AppError `provider_secret_unreadable`, `model_not_capable`, `model_not_served` */
  chat(model: Model, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]> {
    const answer = this.providers.chat(this.#targetOf(model), request, signal);
    if (!isTracing()) return answer;
    const attributes = this.providers.spanAttributes(providerOf(model));
    return tracedChat(attributes, request, answer, this.tracesContent && request.stored !== false);
  }

  /** See {@link Providers.embed}. Rejects with the AppErrors of {@link chat} too. */
  async embed(model: Model, request: ProviderEmbeddingRequest, signal: AbortSignal): Promise<ProviderEmbeddings> {
    const embed = () => this.providers.embed(this.#targetOf(model), request, signal);
    if (!isTracing()) return embed();
    return withSpans(embeddingsSpan(this.providers.spanAttributes(providerOf(model))), activeCalls(), embed);
  }

  /** See {@link Providers.countPrompt}. @throws AppError as {@link chat} */
  async countPrompt(model: Model, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null> {
    return this.providers.countPrompt(this.#targetOf(model), request, signal);
  }

  #targetOf(model: Model): ProviderTarget {
    let target = this.#targets.get(model);
    if (!target) this.#targets.set(model, (target = this.#target(model)));
    return target;
  }

  #target(model: Model): ProviderTarget {
    if (isExternal(model)) throw notCapable(model.key, 'it runs elsewhere.');
    const provider = providerOf(model);
    return this.providers.targetOf(provider, this.#secretOf(provider, model));
  }

  #secretOf({ sealed_secret }: Provider, model: Model): string | undefined {
    if (sealed_secret === null) return undefined;
    try {
      return this.secrets.open(sealed_secret, model.id);
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
