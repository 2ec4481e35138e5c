import { type Model, type Provider, providerOf } from '@earshot/contracts-inference';
import { AppError, invalidRequest } from '@earshot/errors';
import type { SecretBox } from '@earshot/service-kit';
import { activeCalls, isTracing, withSpans } from '@earshot/telemetry';
import { anthropic } from './anthropic/anthropic-kind.js';
import { llama } from './llama/llama-kind.js';
import type {
  ModelProvider,
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from './model-provider.js';
import { openai } from './openai/openai-kind.js';
import type { ProviderContext, ProviderKind, ProviderTarget } from './provider-kind.js';
import { embeddingsSpan, tracedChat } from './provider-span.js';

/** All kinds of providers by name. To add one, add its folder and its name here. */
export const providerKinds: ProviderKinds = { anthropic, llama, openai };

/** Kinds of providers by name. */
export type ProviderKinds = Readonly<Record<string, ProviderKind>>;

/** How the providers of a process open secrets and trace calls. */
interface ProvidersOptions {
  /** Opens the API keys of providers, each bound to the id of its model. */
  readonly secrets: Pick<SecretBox, 'open'>;
  /** Whether spans contain prompts and answers. */
  readonly tracesContent?: boolean;
}

/** What calls to a model need of its provider. */
interface ServedModel {
  readonly provider: ModelProvider<ProviderTarget>;
  readonly target: ProviderTarget;
  /** Of the spans of its calls. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Every provider of this process; each call goes to the kind that its model names. */
export class Providers {
  readonly #kinds: ReadonlyMap<string, { kind: ProviderKind; provider: ModelProvider<ProviderTarget> }>;
  // A changed model is a new object, so an entry is never stale and is collected with its model.
  readonly #served = new WeakMap<Model, ServedModel>();

  constructor(
    context: ProviderContext,
    kinds: ProviderKinds,
    private readonly options: ProvidersOptions,
  ) {
    const opened = Object.entries(kinds).map(
      ([name, kind]) => [name, { kind, provider: kind.create(context) }] as const,
    );
    this.#kinds = new Map(opened);
  }

  /** See {@link ModelProvider.chat}. @throws AppError `provider_secret_unreadable`, `model_not_served` */
  chat(model: Model, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]> {
    const { provider, target, attributes } = this.#servedModel(model);
    const chat = (one: ProviderChatRequest) => provider.chat(target, one, signal);
    if (!isTracing()) return chat(request);
    return tracedChat(attributes, request, chat, this.options.tracesContent === true && request.stored !== false);
  }

  /** See {@link ModelProvider.embed}. Rejects with the AppErrors of {@link chat} too. */
  async embed(model: Model, request: ProviderEmbeddingRequest, signal: AbortSignal): Promise<ProviderEmbeddings> {
    const { provider, target, attributes } = this.#servedModel(model);
    const embed = async (traceparent = request.traceparent) =>
      provider.embed(target, { ...request, traceparent }, signal);
    if (!isTracing()) return embed();
    return withSpans(embeddingsSpan(attributes), activeCalls(), ([call]) => embed(call?.traceparent));
  }

  /** See {@link ModelProvider.countPrompt}. Rejects with the AppErrors of {@link chat} too. */
  async countPrompt(model: Model, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null> {
    const { provider, target } = this.#servedModel(model);
    return provider.countPrompt(target, request, signal);
  }

  /** Checks that this process serves a kind with such settings. @throws AppError `model_not_served` */
  requireServed(provider: Provider): void {
    this.#parsed(provider);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kinds.values()].map(({ provider }) => provider.close()));
  }

  #servedModel(model: Model): ServedModel {
    let served = this.#served.get(model);
    if (!served) this.#served.set(model, (served = this.#serve(model)));
    return served;
  }

  #serve(model: Model): ServedModel {
    const decoded = providerOf(model);
    const { kind, provider, settings } = this.#parsed(decoded);
    const target = kind.targetOf(settings, this.#secretOf(decoded, model));
    return { provider, target, attributes: kind.spanAttributes(settings) };
  }

  #secretOf({ sealed_secret }: Provider, model: Model): string | undefined {
    if (sealed_secret === null) return undefined;
    try {
      return this.options.secrets.open(sealed_secret, model.id);
    } catch (cause) {
      throw new AppError({
        code: 'provider_secret_unreadable',
        type: 'server_error',
        message: `The API key of the provider of model '${model.key}' cannot be decrypted. Set it again.`,
        cause,
      });
    }
  }

  #parsed({ kind: name, settings }: Provider) {
    const known = this.#kinds.get(name);
    if (known === undefined) {
      const message = `This installation has no provider of kind '${name}'. Change the model's provider.`;
      throw invalidRequest('model_not_served', message);
    }
    const parsed = known.kind.settings.safeParse(settings);
    if (parsed.success) return { ...known, settings: parsed.data };
    const fields = parsed.error.issues.map(({ path }) => `'${path.join('.')}'`).join(', ');
    throw invalidRequest(
      'model_not_served',
      `The provider '${name}' does not accept the settings ${fields}. Set them again.`,
    );
  }
}
