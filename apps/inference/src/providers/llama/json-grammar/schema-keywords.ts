import { schemaNotSupported, type SchemaNode, type SchemaPath } from './schema-node.js';

/** Kinds of JSON values, as JSON Schema calls them. */
export const typeNames = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

/** A kind of JSON values. */
export type TypeName = (typeof typeNames)[number];

/** Keywords that say something of values of one kind alone. */
const keywordsOfTypes: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
};

/** Keywords that say all by themselves: beside them there may be notes, and a type beside values. */
const decisive = ['$ref', 'const', 'enum', 'anyOf', 'oneOf', 'allOf'] as const;

/** Keywords that a value may fail, and that the grammar knows nothing of. Whatever else there is are notes, which no value can fail. */
const unsupported: ReadonlySet<string> = new Set([
  ...['pattern', 'multipleOf', 'uniqueItems', 'contains', 'minContains', 'maxContains', 'additionalItems'],
  ...['patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'not', 'if', 'then', 'else', '$dynamicRef', '$recursiveRef'],
]);

/**
 * The keyword that decides, where there is one; null where the types do.
 *
 * @throws AppError `schema_not_supported` for what the grammar knows nothing of.
 */
export function decisiveKeyword(node: SchemaNode, path: SchemaPath): (typeof decisive)[number] | null {
  for (const keyword in node) {
    if (unsupported.has(keyword) && node[keyword] !== false) {
      throw schemaNotSupported([...path, keyword], `it knows nothing of '${keyword}'`);
    }
  }
  const [keyword, ...others] = decisive.filter((name) => node[name] !== undefined);
  if (keyword === undefined) return null;
  const mayHaveType = keyword === 'const' || keyword === 'enum';
  const beside = [...others, ...Object.values(keywordsOfTypes).flat(), ...(mayHaveType ? [] : ['type'])].find(
    (name) => node[name] !== undefined,
  );
  if (beside === undefined) return keyword;
  throw schemaNotSupported([...path, beside], `'${beside}' stands beside '${keyword}': put it into what that names`);
}

/** The kinds of values that a schema is about: those it names, else those of its keywords, else all. @throws AppError `schema_not_supported` */
export function typesOf(node: SchemaNode, path: SchemaPath): readonly TypeName[] {
  const { type } = node;
  if (type !== undefined) {
    const named = (Array.isArray(type) ? type : [type]) as TypeName[];
    if (named.length > 0 && named.every((name) => typeNames.includes(name))) return named;
    throw schemaNotSupported([...path, 'type'], `expected one of ${typeNames.join(', ')}, or a list of them`);
  }
  const implied = Object.entries(keywordsOfTypes).filter(([, words]) => words.some((word) => node[word] !== undefined));
  return implied.length > 0 ? implied.map(([name]) => name as TypeName) : typeNames;
}

/** Whether a value is of one of the kinds. */
export function isOfTypes(value: unknown, types: readonly TypeName[]): boolean {
  return types.some((type) => {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
    return type === 'integer' ? Number.isInteger(value) : typeof value === type;
  });
}
