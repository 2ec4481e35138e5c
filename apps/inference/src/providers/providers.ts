import { invalidRequest } from '@earshot/errors';
import type {
  ModelProvider,
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from './model-provider.js';
import type { EngineLogger } from './llama/engine-logger.js';
import { LlamaProvider } from './llama/llama-provider.js';
import type { LlamaSettings } from './llama/llama-settings.js';
import { OpenaiProvider } from './openai/openai-provider.js';
import type { OpenaiSettings } from './openai/openai-settings.js';

/** What providers take from the process. */
export interface ProviderSettings {
  llama: LlamaSettings;
  openai: OpenaiSettings;
}

/** Every kind of provider: its folder, and its line here. */
const makers = {
  llama: (settings: ProviderSettings, logger: EngineLogger) => new LlamaProvider(settings.llama, logger),
  openai: (settings: ProviderSettings, logger: EngineLogger) => new OpenaiProvider(settings.openai, logger),
};

type TargetOf<Provider> = Provider extends ModelProvider<infer Target> ? Target : never;

/** A model of any provider; `kind` says which. */
export type ProviderTarget = {
  [Kind in keyof typeof makers]: TargetOf<ReturnType<(typeof makers)[Kind]>>;
}[keyof typeof makers];

/** All providers behind one door. */
export class Providers implements ModelProvider<ProviderTarget> {
  private readonly byKind: Map<string, ModelProvider<ProviderTarget>>;

  constructor(settings: ProviderSettings, logger: EngineLogger) {
    this.byKind = new Map(
      Object.entries(makers).map(([kind, make]) => [kind, make(settings, logger) as ModelProvider<ProviderTarget>]),
    );
  }

  chat(target: ProviderTarget, request: ProviderChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]> {
    return this.of(target).chat(target, request, signal);
  }

  async embed(
    target: ProviderTarget,
    request: ProviderEmbeddingRequest,
    signal: AbortSignal,
  ): Promise<ProviderEmbeddings> {
    return this.of(target).embed(target, request, signal);
  }

  async countPrompt(target: ProviderTarget, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null> {
    return this.of(target).countPrompt(target, request, signal);
  }

  async close(): Promise<void> {
    await Promise.all([...this.byKind.values()].map((provider) => provider.close()));
  }

  private of(target: ProviderTarget): ModelProvider<ProviderTarget> {
    const provider = this.byKind.get(target.kind);
    if (provider === undefined)
      throw invalidRequest('model_not_served', `A model of kind '${String(target.kind)}' can't be asked.`);
    return provider;
  }
}
