import { schemaNotSupported, type SchemaNode, type SchemaPath } from './schema-node.js';

/** Kinds of JSON values, as JSON Schema calls them. */
export const typeNames = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

/** A kind of JSON values. */
export type TypeName = (typeof typeNames)[number];

const keywordsOfTypes: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
};

/** Keywords that decide alone: only annotations may stand beside them, and a type beside constant values. */
const decisive = ['$ref', 'const', 'enum', 'anyOf', 'oneOf', 'allOf'] as const;

/** Unsupported keywords that a value may violate. All other keywords are annotations. */
const unsupported: ReadonlySet<string> = new Set([
  ...['pattern', 'multipleOf', 'uniqueItems', 'contains', 'minContains', 'maxContains', 'additionalItems'],
  ...['patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'not', 'if', 'then', 'else', '$dynamicRef', '$recursiveRef'],
]);

/** The keyword that decides; null if the types do. @throws AppError `schema_not_supported` */
export function decisiveKeyword(node: SchemaNode, path: SchemaPath): (typeof decisive)[number] | null {
  for (const keyword in node) {
    if (unsupported.has(keyword) && node[keyword] !== false) {
      throw schemaNotSupported([...path, keyword], `the keyword '${keyword}' is not supported`);
    }
  }
  const [keyword, ...others] = decisive.filter((name) => node[name] !== undefined);
  if (keyword === undefined) return null;
  const mayHaveType = keyword === 'const' || keyword === 'enum';
  const beside = [...others, ...Object.values(keywordsOfTypes).flat(), ...(mayHaveType ? [] : ['type'])].find(
    (name) => node[name] !== undefined,
  );
  if (beside === undefined) return keyword;
  throw schemaNotSupported(
    [...path, beside],
    `'${beside}' is not supported beside '${keyword}'; move it into the schemas of '${keyword}'`,
  );
}

/** The types of a schema: named ones, else those of its keywords, else all. @throws AppError `schema_not_supported` */
export function typesOf(node: SchemaNode, path: SchemaPath): readonly TypeName[] {
  const { type } = node;
  if (type !== undefined) {
    const named = (Array.isArray(type) ? type : [type]) as TypeName[];
    if (named.length > 0 && named.every((name) => typeNames.includes(name))) return named;
    throw schemaNotSupported([...path, 'type'], `expected one of ${typeNames.join(', ')}, or an array of them`);
  }
  const implied = Object.entries(keywordsOfTypes).filter(([, words]) => words.some((word) => node[word] !== undefined));
  return implied.length > 0 ? implied.map(([name]) => name as TypeName) : typeNames;
}

/** Whether a value is of one of the kinds. */
export function isOfTypes(value: unknown, types: readonly TypeName[]): boolean {
  return types.includes(kindOf(value)) || (types.includes('integer') && Number.isInteger(value));
}

/** The kind of a value. */
export function kindOf(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as TypeName;
}
