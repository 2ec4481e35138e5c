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

/** What a model in memory is made of; each part frees its memory with `dispose`. */
interface ModelParts {
  model: { dispose(): Promise<void> };
  createChatEngine(): Promise<ChatEngine>;
  createEmbedder(): Promise<Embedder>;
}

/** A model in memory. The chat engine and the embedder, each with its own memory, are created on first use. */
export class LoadedModel {
  private readonly model: ModelParts['model'];
  private readonly chatEngine: Lazy<ChatEngine>;
  private readonly embedder: Lazy<Embedder>;

  constructor(parts: ModelParts) {
    this.model = parts.model;
    this.chatEngine = new Lazy(() => parts.createChatEngine());
    this.embedder = new Lazy(() => parts.createEmbedder());
  }

  /** See {@link ChatEngine.answer}. */
  async answer(request: ProviderChatRequest, run: RequestRun, queue: EventQueue<ProviderEvent>): Promise<void> {
    const chatEngine = await ready(this.chatEngine, run);
    if (!run.signal.aborted) await chatEngine.answer(request, run, queue);
  }

  /** See {@link ChatEngine.countPrompt}. */
  async countPrompt(request: ProviderChatRequest, run: RequestRun): Promise<number> {
    const chatEngine = await ready(this.chatEngine, run);
    return chatEngine.countPrompt(request);
  }

  /** See {@link Embedder.embed}. */
  async embed(request: ProviderEmbeddingRequest, run: RequestRun): Promise<ProviderEmbeddings> {
    const embedder = await ready(this.embedder, run);
    return embedder.embed(request, run);
  }

  /** Frees the memory. Nothing may be under way. */
  async dispose(): Promise<void> {
    await this.chatEngine.whenMade((chatEngine) => chatEngine.dispose());
    await this.embedder.whenMade((embedder) => embedder.dispose());
    await this.model.dispose();
  }
}

async function ready<T>(part: Lazy<T>, { queueSlot, signal }: RequestRun): Promise<T> {
  return part.isThere ? part.get() : queueSlot.during(part.get(), signal);
}

/** A value created on first use; after a failure the next use creates it again. */
class Lazy<T> {
  private making: Promise<T> | null = null;
  private made = false;

  constructor(private readonly make: () => Promise<T>) {}

  /** true when {@link get} waits for nothing. */
  get isThere(): boolean {
    return this.made;
  }

  /** @throws the errors of its creation. */
  get(): Promise<T> {
    this.making ??= this.make().then(
      (thing) => {
        this.made = true;
        return thing;
      },
      (error: unknown) => {
        this.making = null;
        throw error;
      },
    );
    return this.making;
  }

  /** Only if it was made. */
  async whenMade(use: (thing: T) => Promise<void>): Promise<void> {
    if (this.made && this.making !== null) await use(await this.making);
  }
}
