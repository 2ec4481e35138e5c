import type { LlamaModelOptions } from 'node-llama-cpp';

/** The GGUF format's number for: the vector of a text is the mean of its tokens' vectors. */
const POOLING_MEAN = 1;

/** What a model's file says about the use that it is made for. */
export interface ModelTraits {
  /** false for models that read a text from both its ends: asked to write, they would bring the engine down. */
  writes: boolean;
  /** Of vectors: models that were made for chats say nothing of how the vectors of tokens become one, so it is their mean. */
  metadataOverrides: LlamaModelOptions['metadataOverrides'];
}

/** Reads the head of a GGUF file. */
export async function readTraits(modelPath: string): Promise<ModelTraits> {
  const { readGgufFileInfo } = await import('node-llama-cpp');
  const { metadata, architectureMetadata } = await readGgufFileInfo(modelPath, { readTensorInfo: false });
  const { attention, pooling_type } = architectureMetadata;
  return {
    writes: attention?.causal !== false,
    metadataOverrides:
      pooling_type === undefined ? { [metadata.general.architecture]: { pooling_type: POOLING_MEAN } } : {},
  };
}
