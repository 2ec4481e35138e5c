import type { EventQueue } from '../event-queue.js';
import type {
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from '../model-provider.js';
import type { ChatEngine } from './chat-engine.js';
import type { Embedder } from './embedder.js';
import type { RequestRun } from './request-run.js';

/** A model in memory. The chat engine and the embedder, each with its own memory, are created on first use. */
export class LoadedModel {
  readonly #chatEngine: Lazy<ChatEngine>;
  readonly #embedder: Lazy<Embedder>;

  constructor(
    private readonly model: { dispose(): Promise<void> },
    createChatEngine: () => Promise<ChatEngine>,
    createEmbedder: () => Promise<Embedder>,
  ) {
    this.#chatEngine = new Lazy(createChatEngine);
    this.#embedder = new Lazy(createEmbedder);
  }

  async answer(request: ProviderChatRequest, run: RequestRun, queue: EventQueue<ProviderEvent>): Promise<void> {
    const chatEngine = await this.#chatEngine.get(run);
    if (!run.signal.aborted) await chatEngine.answer(request, run, queue);
  }

  async countPrompt(request: ProviderChatRequest, run: RequestRun): Promise<number> {
    const chatEngine = await this.#chatEngine.get(run);
    return chatEngine.countPrompt(request);
  }

  async embed(request: ProviderEmbeddingRequest, run: RequestRun): Promise<ProviderEmbeddings> {
    const embedder = await this.#embedder.get(run);
    return embedder.embed(request, run);
  }

  /** Frees the memory. Nothing may be under way. */
  async dispose(): Promise<void> {
    await this.#chatEngine.whenMade((chatEngine) => chatEngine.dispose());
    await this.#embedder.whenMade((embedder) => embedder.dispose());
    await this.model.dispose();
  }
}

/** A value created on first use; after a failure the next use creates it again. */
class Lazy<T> {
  #making: Promise<T> | null = null;
  #made = false;

  constructor(private readonly make: () => Promise<T>) {}

  /** Creates it, or waits for it. @throws the errors of its creation; AppError `queue_full` */
  async get({ queueSlot, signal }: RequestRun): Promise<T> {
    this.#making ??= this.make().then(
      (thing) => {
        this.#made = true;
        return thing;
      },
      (error: unknown) => {
        this.#making = null;
        throw error;
      },
    );
    return this.#made ? this.#making : queueSlot.during(this.#making, signal);
  }

  async whenMade(use: (thing: T) => Promise<void>): Promise<void> {
    if (this.#made && this.#making !== null) await use(await this.#making);
  }
}
