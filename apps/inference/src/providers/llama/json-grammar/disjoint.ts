import { typesOf, type TypeName } from './schema-keywords.js';
import type { SchemaNode, SchemaPath } from './schema-node.js';

/** Finds what a `$ref` names. */
export type Resolve = (node: SchemaNode, path: SchemaPath) => SchemaNode;

/**
 * Whether no value fits two of the schemas, as far as that can be told from their types, their single values, and the single values of a property
 * that each of them requires. `oneOf` asks for that: what fits two is not valid.
 */
export function areDisjoint(schemas: readonly SchemaNode[], resolve: Resolve, path: SchemaPath): boolean {
  const known = schemas.map((schema) => resolve(schema, path));
  return known.every((one, index) => known.slice(index + 1).every((other) => differ(one, other, resolve, path)));
}

function differ(one: SchemaNode, other: SchemaNode, resolve: Resolve, path: SchemaPath): boolean {
  const [ones, others] = [valuesOf(one), valuesOf(other)];
  if (ones && others) return !ones.some((value) => others.includes(value));
  const [kinds, otherKinds] = [kindsOf(one, path), kindsOf(other, path)];
  const shared = kinds.filter((kind) => otherKinds.includes(kind));
  if (shared.length === 0) return true;
  return shared.every((kind) => kind === 'object') && tagsDiffer(one, other, resolve, path);
}

/** Whether some property that both require has never the same value in both. */
function tagsDiffer(one: SchemaNode, other: SchemaNode, resolve: Resolve, path: SchemaPath): boolean {
  const [ones, others] = [requiredOf(one), requiredOf(other)];
  return Object.entries(ones).some(([name, schema]) => {
    const counterpart = Object.hasOwn(others, name) ? others[name] : undefined;
    if (counterpart === undefined) return false;
    const [values, otherValues] = [valuesOf(resolve(schema, path)), valuesOf(resolve(counterpart, path))];
    return values !== null && otherValues !== null && !values.some((value) => otherValues.includes(value));
  });
}

function requiredOf({ properties, required }: SchemaNode): Record<string, SchemaNode> {
  if (!isObject(properties) || !Array.isArray(required)) return {};
  return Object.fromEntries(
    Object.entries(properties).filter(
      (entry): entry is [string, SchemaNode] => required.includes(entry[0]) && isObject(entry[1]),
    ),
  );
}

/** The only values that fit, in JSON; null where there is no list of them. */
function valuesOf(node: SchemaNode): string[] | null {
  if (node.const !== undefined) return [JSON.stringify(node.const)];
  return Array.isArray(node.enum) ? node.enum.map((value) => JSON.stringify(value)) : null;
}

/** Kinds of values that may fit. Whole numbers are numbers. */
function kindsOf(node: SchemaNode, path: SchemaPath): readonly TypeName[] {
  const values = valuesOf(node);
  const kinds = values === null ? typesOf(node, path) : values.map((json) => kindOf(JSON.parse(json)));
  return kinds.map((kind) => (kind === 'integer' ? 'number' : kind));
}

function kindOf(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as TypeName;
}

function isObject(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
