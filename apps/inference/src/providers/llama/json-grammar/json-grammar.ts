import type { ProviderResponseFormat } from '../../model-provider.js';
import { GrammarRules } from './grammar-rules.js';
import { SchemaGrammar } from './schema-grammar.js';

/**
 * What an answer of that format may be, in llama.cpp's notation for grammars.
 *
 * @throws AppError `schema_not_supported`
 */
export function jsonGrammar(format: ProviderResponseFormat): string {
  const schema = format.type === 'json_schema' ? format.json_schema.schema : undefined;
  return schema === undefined ? new GrammarRules().text('object') : new SchemaGrammar(schema).text();
}
