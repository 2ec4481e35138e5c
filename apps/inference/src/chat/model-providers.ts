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

/** What calls to a model need of its provider. */
interface ServedModel {
  readonly target: ProviderTarget;
  /** Of the spans of its calls. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Calls the provider of a model. */
export class ModelProviders {
  // A changed model is a new object, so an entry is never stale and is collected with its model.
  readonly #served = new WeakMap<Model, ServedModel>();

  constructor(
    private readonly providers: Omit<Providers, 'close'>,
    /** Opens the API keys of providers, each bound to the id of its model. */
    private readonly secrets: Pick<SecretBox, 'open'>,
    /** Whether spans contain prompts and answers. */
    private readonly tracesContent = false,
  ) {}

  /** See {@link Providers.chat}. @throws AppError `provider_secret_unreadable`, `model_not_capable`, `model_not_served` */
  chat(model: Model, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]> {
    const { target, attributes } = this.#servedModel(model);
    const answer = this.providers.chat(target, request, signal);
    if (!isTracing()) return answer;
    return tracedChat(attributes, request, answer, this.tracesContent && request.stored !== false);
  }

  /** See {@link Providers.embed}. Rejects with the AppErrors of {@link chat} too. */
  async embed(model: Model, request: ProviderEmbeddingRequest, signal: AbortSignal): Promise<ProviderEmbeddings> {
    const { target, attributes } = this.#servedModel(model);
    const embed = () => this.providers.embed(target, request, signal);
    return isTracing() ? withSpans(embeddingsSpan(attributes), activeCalls(), embed) : embed();
  }

  /** See {@link Providers.countPrompt}. @throws AppError as {@link chat} */
  async countPrompt(model: Model, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null> {
    return this.providers.countPrompt(this.#servedModel(model).target, request, signal);
  }

  #servedModel(model: Model): ServedModel {
    let served = this.#served.get(model);
    if (!served) this.#served.set(model, (served = this.#serve(model)));
    return served;
  }

  #serve(model: Model): ServedModel {
    if (isExternal(model)) throw notCapable(model.key, "its provider kind is 'external'.");
    const provider = providerOf(model);
    const target = this.providers.targetOf(provider, this.#secretOf(provider, model));
    return { target, attributes: this.providers.spanAttributes(provider) };
  }

  #secretOf({ sealed_secret }: Provider, model: Model): string | undefined {
    if (sealed_secret === null) return undefined;
    try {
      return this.secrets.open(sealed_secret, model.id);
    } catch (cause) {
      throw new AppError({
        code: 'provider_secret_unreadable',
        type: 'server_error',
        message: `The API key of the provider of model '${model.key}' cannot be decrypted. Set it again.`,
        cause,
      });
    }
  }
}
