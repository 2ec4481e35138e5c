/** How models run in this process. */
export interface LlamaSettings {
  /** Folders of the model files, the first that has one wins; nothing outside them is opened. */
  modelsDirs: readonly string[];
  /** Answers that one model makes at the same time. Each holds a key-value cache of `contextTokens`. */
  sequences: number;
  /** Tokens of prompt and answer together; models trained for fewer get fewer. */
  contextTokens: number;
  threads: number;
  /** Requests that may wait for a free sequence, over all models; the next one is refused with `queue_full`. */
  queueLimit: number;
  /** Models kept in memory; the least recently used makes room. */
  maxModels: number;
}

/** Default settings. */
export const LLAMA_DEFAULTS: Omit<LlamaSettings, 'modelsDirs'> = {
  // Batching shares one pass over the weights; beyond a few sequences a CPU gains nothing and the caches cost memory.
  sequences: 4,
  // Enough for a conversation; four such caches of a 1-billion-parameter model are about half a gigabyte.
  contextTokens: 4_096,
  // With more threads a computation hung when other processes used all cores.
  threads: 1,
  queueLimit: 256,
  maxModels: 4,
};

/** Default sampling, as in llama.cpp: `topK` keeps high temperatures readable. */
export const SAMPLING_DEFAULTS = { temperature: 0.8, topP: 0.95, topK: 40, minP: 0 };

/** A model that takes longer than this to load is given up: a minute is a large file from a slow disk. */
export const LOAD_TIMEOUT_MS = 120_000;

/** How long closing waits for running computations to notice. */
export const CLOSE_TIMEOUT_MS = 5_000;

/** The longest tokens in use are runs of this many spaces: a longer text is rejected before tokenizing. */
export const MAX_CHARACTERS_PER_TOKEN = 128;

/** Target duration of one round of prompt reading, in ms: aborts and other answers wait that long. */
export const PROMPT_ROUND_MS = 250;
