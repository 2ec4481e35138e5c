import type { ModelProvider, ProviderChatRequest, ProviderEmbeddings, ProviderEvent } from '../model-provider.js';
import { EventQueue } from '../event-queue.js';
import { embeddingsNotServed } from './llama-errors.js';
import { Engine, type EngineLogger } from './engine.js';
import { CLOSE_TIMEOUT_MS, type LlamaSettings } from './llama-settings.js';
import type { LlamaTarget } from './llama-target.js';
import { ModelCache } from './model-cache.js';
import { WaitingRoom } from './waiting-room.js';

/**
 * Models in this process, by llama.cpp: any GGUF file. Also throws `model_file_missing` and `model_file_invalid`.
 * Answers to tool messages are refused with `not_supported_yet`.
 */
export class LlamaProvider implements ModelProvider<LlamaTarget> {
  private readonly engine: Engine;
  private readonly models: ModelCache;
  /** Answers being made; each ends soon after its cancel is called. */
  private readonly underWay = new Set<Promise<void>>();
  private readonly cancels = new Set<() => void>();
  private closed = false;

  constructor(settings: LlamaSettings, logger: EngineLogger) {
    const waitingRoom = new WaitingRoom(settings.queueLimit);
    this.engine = new Engine(settings, logger);
    this.models = new ModelCache(settings.maxModels, waitingRoom, {
      load: (modelFile) => this.engine.load(modelFile, waitingRoom),
      onCloseFailed: (modelFile, error) => logger.error(`closing the model '${modelFile}': ${String(error)}`),
    });
  }

  async *chat(
    target: LlamaTarget,
    request: ProviderChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ProviderEvent[], void, void> {
    if (signal.aborted || this.closed) return;
    const queue = new EventQueue<ProviderEvent>();
    const left = new AbortController();
    const cancel = () => {
      left.abort();
      queue.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    this.cancels.add(cancel);
    this.track(
      this.models
        .with(target.modelFile, (model) => model.answer(request, left.signal, queue))
        .then(
          () => queue.end(),
          (error: unknown) => queue.fail(error),
        ),
    );
    try {
      yield* queue.batches();
    } finally {
      signal.removeEventListener('abort', cancel);
      this.cancels.delete(cancel);
      cancel();
    }
  }

  embed(): Promise<ProviderEmbeddings> {
    return Promise.reject(embeddingsNotServed());
  }

  async countPrompt({ modelFile }: LlamaTarget, request: ProviderChatRequest): Promise<number> {
    let tokens = 0;
    const counted = this.models.with(modelFile, async (model) => void (tokens = model.countPrompt(request)));
    this.track(counted.catch(() => undefined));
    await counted;
    return tokens;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const cancel of this.cancels) cancel();
    await this.withinDeadline(async () => {
      await Promise.all(this.underWay);
      await this.models.close();
      await this.engine.close();
    });
  }

  private track(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** A computation that hangs must not keep the process from stopping; its memory goes with the process. */
  private async withinDeadline(free: () => Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
    await Promise.race([free(), deadline]).finally(() => clearTimeout(timer));
  }
}
