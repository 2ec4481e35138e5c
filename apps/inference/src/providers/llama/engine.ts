import type { Llama, LlamaLogLevel, LlamaModel, LlamaModelOptions } from 'node-llama-cpp';
import { AppError } from '@earshot/errors';
import { ChatEngine } from './chat-engine.js';
import { drawInTurn } from './draw-in-turn.js';
import { Embedder } from './embedder.js';
import type { ProviderLogger } from '../provider-kind.js';
import { engineFailed, modelFileInvalid, vectorsOnly } from './llama-errors.js';
import { countedBatch } from './llama.metrics.js';
import { LoadedModel } from './loaded-model.js';
import { type LlamaSettings, LOAD_TIMEOUT_MS } from './llama-settings.js';
import { findModelFile } from './model-file.js';

/** llama.cpp in this process: loaded when the first model is, on the CPU, from the installed build only. */
export class Engine {
  #llama: Promise<Llama> | null = null;
  #loadFailed = false;

  constructor(
    private readonly settings: LlamaSettings,
    private readonly logger: ProviderLogger,
  ) {}

  /** Loads a model. @throws AppError `model_file_missing`, `model_file_invalid`, `provider_failed` */
  async load(modelFile: string): Promise<LoadedModel> {
    const modelPath = await findModelFile(this.settings.modelsDirs, modelFile);
    const llama = await this.#start();
    const traits = await inTime(modelFile, () => readTraits(modelPath));
    const { metadataOverrides } = traits;
    const model = await inTime(modelFile, (loadSignal) =>
      llama.loadModel({ modelPath, metadataOverrides, loadSignal }),
    ).catch((error: unknown) => {
      this.#loadFailed = true;
      throw error;
    });
    const createChatEngine = () => this.#createChatEngine(model, modelFile, traits);
    return new LoadedModel(model, createChatEngine, () => this.#createEmbedder(model, modelFile));
  }

  /** Unloads llama.cpp. All models must be disposed. */
  async close(): Promise<void> {
    const llama = this.#llama;
    this.#llama = null;
    // node-llama-cpp 3.22.1 waits forever for a model that failed to load and was garbage collected.
    if (llama !== null && !this.#loadFailed) await (await llama).dispose();
  }

  async #createChatEngine(model: LlamaModel, modelFile: string, traits: ModelTraits): Promise<ChatEngine> {
    if (!traits.writes) throw vectorsOnly(modelFile);
    const { sequences, threads } = this.settings;
    const { resolveChatWrapper } = await import('node-llama-cpp');
    const batching = { itemPrioritizationStrategy: countedBatch };
    const context = await inTime(modelFile, (createSignal) =>
      model.createContext({ sequences, threads, contextSize: this.#contextSize(model), batching, createSignal }),
    );
    drawInTurn(context);
    return new ChatEngine(model, context, resolveChatWrapper(model, { warningLogs: false }), this.logger);
  }

  async #createEmbedder(model: LlamaModel, modelFile: string): Promise<Embedder> {
    const { threads } = this.settings;
    const { max: contextSize } = this.#contextSize(model);
    // One batch for each text: the engine pools only within a batch.
    const context = await inTime(modelFile, (createSignal) =>
      model.createEmbeddingContext({ threads, contextSize, batchSize: contextSize, createSignal }),
    );
    return new Embedder(model, context, contextSize);
  }

  /** A range rather than a number: the engine takes less where the memory at hand asks for it. */
  #contextSize(model: LlamaModel): { max: number } {
    return { max: Math.min(this.settings.contextTokens, model.trainContextSize) };
  }

  #start(): Promise<Llama> {
    this.#llama ??= this.#create().catch((error: unknown) => {
      // The next request tries again.
      this.#llama = null;
      throw engineFailed('llama.cpp is not installed for this platform', error);
    });
    return this.#llama;
  }

  async #create(): Promise<Llama> {
    const { getLlama, LlamaLogLevel: levels } = await import('node-llama-cpp');
    const isError = (level: LlamaLogLevel) => level === levels.error || level === levels.fatal;
    return getLlama({
      gpu: false,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      // Each model has the threads of the settings; no common limit.
      maxThreads: 0,
      logLevel: levels.warn,
      logger: (level, message) => {
        if (isError(level)) this.logger.error({}, message);
        else if (level === levels.warn) this.logger.warn({}, message);
        else this.logger.debug({}, message);
      },
    });
  }
}

/** Loads a part of a model with a timeout. @throws AppError that says what is wrong with the file or the machine */
async function inTime<T>(modelFile: string, load: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
  try {
    return await load(signal);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { InsufficientMemoryError } = await import('node-llama-cpp');
    if (error instanceof InsufficientMemoryError)
      throw engineFailed(`there is not enough memory for '${modelFile}'`, error);
    if (signal.aborted) throw engineFailed(`'${modelFile}' did not load in time`, error);
    throw modelFileInvalid(modelFile, 'cannot be loaded: it is damaged, or llama.cpp does not support it', error);
  }
}

/** The GGUF format's number for: the vector of a text is the mean of its tokens' vectors. */
const POOLING_MEAN = 1;

/** Properties of a model that its file states. */
interface ModelTraits {
  /** false for models that read a text from both its ends: asked to write, they would bring the engine down. */
  writes: boolean;
  /** Chat models do not say how token vectors become one vector, so it is their mean. */
  metadataOverrides: LlamaModelOptions['metadataOverrides'];
}

async function readTraits(modelPath: string): Promise<ModelTraits> {
  const { readGgufFileInfo } = await import('node-llama-cpp');
  const { metadata, architectureMetadata } = await readGgufFileInfo(modelPath, { readTensorInfo: false });
  const { attention, pooling_type } = architectureMetadata;
  return {
    writes: attention?.causal !== false,
    metadataOverrides:
      pooling_type === undefined ? { [metadata.general.architecture]: { pooling_type: POOLING_MEAN } } : {},
  };
}
