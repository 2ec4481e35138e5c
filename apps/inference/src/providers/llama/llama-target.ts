/** A model that runs in this process. */
export interface LlamaTarget {
  kind: 'llama';
  /** A GGUF file, relative to the models directory. */
  modelFile: string;
}
