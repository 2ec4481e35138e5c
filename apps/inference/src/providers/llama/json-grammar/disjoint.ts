import type { Definitions } from './definitions.js';
import { kindOf, type TypeName, typesOf } from './schema-keywords.js';
import type { SchemaNode, SchemaPath } from './schema-node.js';
import { areDistinct, requiredOf, valuesOf } from './schema-values.js';

/** Limit of objects that are compared pairwise, if no single property tells them apart. */
const maxCompared = 32;

/** Whether no value fits two schemas, judged by types, constants, and constants of required properties. */
export function areDisjoint(schemas: readonly SchemaNode[], definitions: Definitions, path: SchemaPath): boolean {
  const known = schemas.map((schema) => definitions.resolve(schema, path));
  const lists = known.map(valuesOf);
  if (!areDistinct(lists.filter((list) => list !== null))) return false;
  const objects = known.filter((schema, at) => lists[at] === null && kindsOf(schema, null, path).has('object'));
  return kindsApart(known, lists, path) && objectsApart(objects, definitions, path);
}

/** Whether no type is shared, neither with another type nor with a constant value; objects may be shared. */
function kindsApart(schemas: readonly SchemaNode[], lists: readonly (string[] | null)[], path: SchemaPath): boolean {
  const listed = new Set<TypeName>();
  const typed = new Set<TypeName>();
  for (const [at, schema] of schemas.entries()) {
    const list = lists[at] ?? null;
    for (const kind of kindsOf(schema, list, path)) {
      if (list !== null) listed.add(kind);
      else if (kind !== 'object' && typed.has(kind)) return false;
      else typed.add(kind);
    }
  }
  return [...listed].every((kind) => !typed.has(kind));
}

function objectsApart(schemas: readonly SchemaNode[], definitions: Definitions, path: SchemaPath): boolean {
  const objects = schemas.map(requiredOf);
  if (objects.length < 2 || tagOf(objects, definitions, path) !== undefined) return true;
  if (objects.length > maxCompared) return false;
  return objects.every((one, at) =>
    objects.slice(at + 1).every((other) => tagOf([one, other], definitions, path) !== undefined),
  );
}

/** Kinds of values that may fit. Whole numbers are numbers. */
function kindsOf(node: SchemaNode, values: readonly string[] | null, path: SchemaPath): Set<TypeName> {
  const kinds = values === null ? typesOf(node, path) : values.map((json) => kindOf(JSON.parse(json)));
  return new Set(kinds.map((kind) => (kind === 'integer' ? 'number' : kind)));
}

/** The properties that each object of a schema has, by their names, in their order. */
type Required = ReadonlyMap<string, SchemaNode>;

/** The required property whose constant values tell objects apart; undefined for none. */
export function tagOf(objects: readonly Required[], definitions: Definitions, path: SchemaPath): string | undefined {
  for (const name of objects[0]?.keys() ?? []) {
    if (!objects.every((properties) => properties.has(name))) continue;
    const lists = objects.map((properties) => {
      const node = properties.get(name);
      return node === undefined ? null : valuesOf(definitions.resolve(node, path));
    });
    if (lists.every((list) => list !== null) && areDistinct(lists)) return name;
  }
  return undefined;
}
