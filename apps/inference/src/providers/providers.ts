import type { Provider } from '@earshot/contracts-inference';
import { invalidRequest } from '@earshot/errors';
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

/** All kinds of providers by name. To add one, add its folder and its name here. */
export const providerKinds: ProviderKinds = { llama, openai };

/** Kinds of providers by name. */
export type ProviderKinds = Readonly<Record<string, ProviderKind>>;

/** Every provider of this process; each call goes to the kind that its target names. */
export class Providers implements ModelProvider<ProviderTarget> {
  readonly #kinds: ReadonlyMap<string, ProviderKind>;
  readonly #providers: ReadonlyMap<string, ModelProvider<ProviderTarget>>;

  constructor(context: ProviderContext, kinds: ProviderKinds = providerKinds) {
    this.#kinds = new Map(Object.entries(kinds));
    this.#providers = new Map(Object.entries(kinds).map(([name, kind]) => [name, kind.create(context)]));
  }

  /** The target of a model. @throws AppError `model_not_served` for an unknown kind or invalid settings. */
  targetOf(provider: Provider, secret: string | undefined): ProviderTarget {
    const { kind, settings } = this.#parsed(provider);
    return kind.targetOf(settings, secret);
  }

  /** Refuses what this process cannot serve. @throws AppError as {@link targetOf} */
  requireServed(provider: Provider): void {
    this.#parsed(provider);
  }

  /** Attributes of spans of calls to a provider. @throws AppError as {@link targetOf} */
  spanAttributes(provider: Provider): Record<string, string> {
    const { kind, settings } = this.#parsed(provider);
    return kind.spanAttributes(settings);
  }

  chat(target: ProviderTarget, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]> {
    return this.#providerOf(target).chat(target, request, signal);
  }

  async embed(
    target: ProviderTarget,
    request: ProviderEmbeddingRequest,
    signal: AbortSignal,
  ): Promise<ProviderEmbeddings> {
    return this.#providerOf(target).embed(target, request, signal);
  }

  async countPrompt(target: ProviderTarget, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null> {
    return this.#providerOf(target).countPrompt(target, request, signal);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#providers.values()].map((provider) => provider.close()));
  }

  #parsed({ kind: name, settings }: Provider): { kind: ProviderKind; settings: unknown } {
    const kind = this.#kinds.get(name);
    if (kind === undefined) throw notServed(name);
    const parsed = kind.settings.safeParse(settings);
    if (parsed.success) return { kind, settings: parsed.data };
    const fields = parsed.error.issues.map(({ path }) => `'${path.join('.')}'`).join(', ');
    throw invalidRequest(
      'model_not_served',
      `The provider '${name}' does not accept the settings ${fields}. Set them again.`,
    );
  }

  #providerOf({ kind }: ProviderTarget): ModelProvider<ProviderTarget> {
    const provider = this.#providers.get(kind);
    if (provider === undefined) throw notServed(kind);
    return provider;
  }
}

function notServed(kind: string) {
  return invalidRequest(
    'model_not_served',
    `This installation has no provider of kind '${kind}'. Change the model's provider.`,
  );
}
