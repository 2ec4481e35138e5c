import type { ProviderResponseFormat } from '../../model-provider.js';
import { GrammarRules } from './grammar-rules.js';
import { SchemaGrammar } from './schema-grammar.js';
import type { Llama, LlamaGrammar } from 'node-llama-cpp';
import { schemaNotSupported } from './schema-node.js';

/** The grammar of all answers in a format, in llama.cpp's notation. @throws AppError `schema_not_supported` */
export function jsonGrammar(format: ProviderResponseFormat): string {
  const schema = format.type === 'json_schema' ? format.json_schema.schema : undefined;
  return schema === undefined ? new GrammarRules().text('object') : new SchemaGrammar(schema).text();
}

/** The grammar of all answers of that format. @throws AppError `schema_not_supported` */
export async function makeGrammar(llama: Llama, format: ProviderResponseFormat): Promise<LlamaGrammar> {
  const grammar = jsonGrammar(format);
  try {
    return await llama.createGrammar({ grammar });
  } catch (error) {
    // Only left recursion is left for the engine to detect.
    throw schemaNotSupported([], 'a $ref refers only to itself', error);
  }
}
