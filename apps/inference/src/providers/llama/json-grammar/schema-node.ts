import { invalidRequest, type AppError } from '@earshot/errors';

/** A JSON Schema that is an object, by its keywords. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** Where in the request's schema something is. */
export type SchemaPath = readonly (string | number)[];

/** As much of a path as an answer quotes. */
const maxParamLength = 200;

/** A part of the schema has no grammar. @param why completes "The embedded engine can't keep to this schema: " */
export function schemaNotSupported(path: SchemaPath, why: string, cause?: unknown): AppError {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[\w$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return invalidRequest('schema_not_supported', `The embedded engine cannot enforce the schema: ${why}.`, {
    param: `response_format.json_schema.schema${steps.join('')}`.slice(0, maxParamLength),
    cause,
  });
}

/** Whether something is a schema with keywords. */
export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws AppError `schema_not_supported` */
export function asNode(value: unknown, path: SchemaPath): SchemaNode {
  if (isNode(value)) return value;
  throw schemaNotSupported(path, 'expected a schema: an object or true');
}

/** A list of a keyword, with one entry at least. @throws AppError `schema_not_supported` */
export function listOf(node: SchemaNode, keyword: string, path: SchemaPath): readonly unknown[] {
  const list = node[keyword];
  if (Array.isArray(list) && list.length > 0) return list;
  throw schemaNotSupported([...path, keyword], 'expected an array with at least one entry');
}

/** An optional count. @throws AppError `schema_not_supported` */
export function countOf(node: SchemaNode, keyword: string, path: SchemaPath): number | undefined {
  const count = node[keyword];
  if (count === undefined || (Number.isSafeInteger(count) && (count as number) >= 0))
    return count as number | undefined;
  throw schemaNotSupported([...path, keyword], 'expected an integer of at least 0');
}

/** An optional number. @throws AppError `schema_not_supported` */
export function numberOf(node: SchemaNode, keyword: string, path: SchemaPath): number | undefined {
  const number = node[keyword];
  if (number === undefined || typeof number === 'number') return number;
  throw schemaNotSupported([...path, keyword], 'expected a number');
}
