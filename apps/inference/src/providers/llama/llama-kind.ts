import { z } from 'zod';
import type { ProviderKind, ProviderTarget } from '../provider-kind.js';
import { LlamaProvider } from './llama-provider.js';
import { LLAMA_DEFAULTS } from './llama-settings.js';
import { llamaParameters } from './sampling.js';

/** A model that runs in this process. */
export interface LlamaTarget extends ProviderTarget {
  readonly kind: 'llama';
  /** A GGUF file, relative to the models directory. */
  readonly modelFile: string;
}

const settings = z.object({ model_file: z.string() });

/** Models that run in this process. */
export const llama: ProviderKind<z.infer<typeof settings>, LlamaTarget> = {
  settings,
  callsTools: false,
  parameters: llamaParameters,
  targetOf: ({ model_file }) => ({ kind: 'llama', modelFile: model_file }),
  spanAttributes: ({ model_file }) => ({ 'gen_ai.provider.name': 'llama.cpp', 'gen_ai.request.model': model_file }),
  create({ config, logger }) {
    const { modelsDirs, llamaThreads: threads, llamaParallel: sequences, queueLimit } = config;
    return new LlamaProvider({ ...LLAMA_DEFAULTS, modelsDirs, threads, sequences, queueLimit }, logger);
  },
};
