import type {
  ModelProvider,
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from '../model-provider.js';
import { EventQueue } from '../event-queue.js';
import { Engine } from './engine.js';
import type { ProviderLogger } from '../provider-kind.js';
import { CLOSE_TIMEOUT_MS, type LlamaSettings } from './llama-settings.js';
import type { LlamaTarget } from './llama-kind.js';
import type { LoadedModel } from './loaded-model.js';
import { ModelCache } from './model-cache.js';
import { FairShare } from '../../limits/fair-share.js';
import { gaugeWaiting } from '../../limits/limits.metrics.js';
import { RequestRun } from './request-run.js';

/**
 * Models in this process by llama.cpp: any GGUF file. Also throws `model_file_missing`, `model_file_invalid` and
 * `schema_not_supported`. Rejects tool messages with `not_supported_yet`.
 */
export class LlamaProvider implements ModelProvider<LlamaTarget> {
  readonly #engine: Engine;
  readonly #models: ModelCache;
  readonly #waiting: FairShare;
  /** Requests being worked on; each ends soon after it is aborted. */
  readonly #underWay = new Map<RequestRun, Promise<void>>();
  #closed = false;

  constructor(settings: LlamaSettings, logger: ProviderLogger) {
    this.#waiting = new FairShare(settings.queueLimit);
    gaugeWaiting('llama', () => this.#waiting.taken);
    this.#engine = new Engine(settings, logger);
    this.#models = new ModelCache(settings.maxModels, {
      load: (modelFile) => this.#engine.load(modelFile),
      onCloseFailed: (modelFile, error) => logger.error({ model_file: modelFile, err: error }, 'model not closed'),
    });
  }

  async *chat(
    target: LlamaTarget,
    request: ProviderChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ProviderEvent[], void, void> {
    if (signal.aborted || this.#closed) return;
    const queue = new EventQueue<ProviderEvent>();
    const run = new RequestRun(this.#waiting, request.project, () => queue.cancel());
    const leave = run.abortWith(signal);
    this.#track(
      run,
      this.#models
        .with(target.modelFile, run, (model) => model.answer(request, run, queue))
        .then(
          () => queue.end(),
          (error: unknown) => queue.fail(error),
        ),
    );
    try {
      yield* queue.batches();
    } finally {
      leave();
      run.abort();
    }
  }

  embed(target: LlamaTarget, request: ProviderEmbeddingRequest, signal: AbortSignal): Promise<ProviderEmbeddings> {
    return this.#withModel(target, request.project, signal, (model, run) => model.embed(request, run));
  }

  countPrompt(target: LlamaTarget, request: ProviderChatRequest, signal: AbortSignal): Promise<number> {
    return this.#withModel(target, request.project, signal, (model, run) => model.countPrompt(request, run));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const run of this.#underWay.keys()) run.abort();
    await this.#withinDeadline(async () => {
      await Promise.all(this.#underWay.values());
      await this.#models.close();
      await this.#engine.close();
    });
  }

  /** What `use` gets from a model; an abort rejects at once. */
  #withModel<T>(
    { modelFile }: LlamaTarget,
    project: string,
    signal: AbortSignal,
    use: (model: LoadedModel, run: RequestRun) => Promise<T>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = new RequestRun(this.#waiting, project, () => reject(interrupted(signal)));
      const leave = run.abortWith(signal);
      if (this.#closed) run.abort();
      if (run.signal.aborted) return leave();
      const work = this.#models.with(modelFile, run, (model) => use(model, run));
      this.#track(run, work.then(resolve, reject).finally(leave));
    });
  }

  /** @param work never rejects. */
  #track(run: RequestRun, work: Promise<void>): void {
    this.#underWay.set(run, work);
    void work.finally(() => this.#underWay.delete(run));
  }

  /** A computation that hangs must not keep the process from stopping; its memory goes with the process. */
  async #withinDeadline(free: () => Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
    await Promise.race([free(), deadline]).finally(() => clearTimeout(timer));
  }
}

function interrupted({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('The embedded engine is stopping.', 'AbortError');
}
