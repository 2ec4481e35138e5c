import type { Llama, LlamaGrammar } from 'node-llama-cpp';
import type { ProviderResponseFormat } from '../../model-provider.js';
import { jsonGrammar } from './json-grammar.js';
import { schemaNotSupported } from './schema-node.js';

/**
 * The grammar of all answers of that format.
 *
 * @throws AppError `schema_not_supported`
 */
export async function makeGrammar(llama: Llama, format: ProviderResponseFormat): Promise<LlamaGrammar> {
  const grammar = jsonGrammar(format);
  try {
    return await llama.createGrammar({ grammar });
  } catch (error) {
    // What is left for the engine to find: a rule that begins with itself.
    throw schemaNotSupported([], 'a part of it refers to itself with nothing in between', error);
  }
}
