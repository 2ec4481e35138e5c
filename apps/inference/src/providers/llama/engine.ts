import type { Llama, LlamaLogLevel } from 'node-llama-cpp';
import { AppError } from '@earshot/errors';
import { engineFailed, modelFileInvalid } from './llama-errors.js';
import { LoadedModel } from './loaded-model.js';
import { LOAD_TIMEOUT_MS, type LlamaSettings } from './llama-settings.js';
import { findModelFile } from './model-file.js';
import type { WaitingRoom } from './waiting-room.js';

/** Where llama.cpp's own messages go. */
export interface EngineLogger {
  debug(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** llama.cpp in this process: loaded when the first model is, on the CPU, from the installed build only. */
export class Engine {
  private llama: Promise<Llama> | null = null;
  private loadFailed = false;

  constructor(
    private readonly settings: LlamaSettings,
    private readonly logger: EngineLogger,
  ) {}

  /**
   * Loads a model.
   *
   * @throws AppError `model_file_missing`, `model_file_invalid`, `provider_failed`
   */
  async load(modelFile: string, waitingRoom: WaitingRoom): Promise<LoadedModel> {
    const { modelsDir, sequences, contextTokens, threads } = this.settings;
    const modelPath = await findModelFile(modelsDir, modelFile);
    const { InsufficientMemoryError, resolveChatWrapper } = await import('node-llama-cpp');
    const llama = await this.start();
    const loadSignal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
    try {
      const model = await llama.loadModel({ modelPath, loadSignal });
      try {
        // A range rather than a number: the engine takes less where the memory at hand asks for it.
        const contextSize = { max: Math.min(contextTokens, model.trainContextSize) };
        const context = await model.createContext({ sequences, threads, contextSize, createSignal: loadSignal });
        return new LoadedModel(model, context, resolveChatWrapper(model, { warningLogs: false }), waitingRoom);
      } catch (error) {
        await model.dispose();
        throw error;
      }
    } catch (error) {
      this.loadFailed = true;
      if (error instanceof AppError) throw error;
      if (error instanceof InsufficientMemoryError)
        throw engineFailed(`there is not enough memory for '${modelFile}'`, error);
      if (loadSignal.aborted) throw engineFailed(`'${modelFile}' did not load in time`, error);
      throw modelFileInvalid(
        modelFile,
        "can't be loaded: it is damaged or of a kind that llama.cpp does not know",
        error,
      );
    }
  }

  /** Unloads llama.cpp. All models must be disposed. */
  async close(): Promise<void> {
    const llama = this.llama;
    this.llama = null;
    // The library never lets go of a model that failed to load once that is garbage collected, and would wait for it for ever
    // (seen with 3.22.1). What is left then goes with the process.
    if (llama !== null && !this.loadFailed) await (await llama).dispose();
  }

  private start(): Promise<Llama> {
    this.llama ??= this.create().catch((error: unknown) => {
      // The next request tries again.
      this.llama = null;
      throw engineFailed('llama.cpp is not installed for this platform', error);
    });
    return this.llama;
  }

  private async create(): Promise<Llama> {
    const { getLlama, LlamaLogLevel: levels } = await import('node-llama-cpp');
    const isError = (level: LlamaLogLevel) => level === levels.error || level === levels.fatal;
    return getLlama({
      gpu: false,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      // No limit over all models: each has the threads of the settings.
      maxThreads: 0,
      logLevel: levels.warn,
      logger: (level, message) => {
        if (isError(level)) this.logger.error(message);
        else if (level === levels.warn) this.logger.warn(message);
        else this.logger.debug(message);
      },
    });
  }
}
