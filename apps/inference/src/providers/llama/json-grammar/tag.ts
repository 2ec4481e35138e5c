import type { Definitions } from './definitions.js';
import type { SchemaNode, SchemaPath } from './schema-node.js';
import { areDistinct, valuesOf } from './values.js';

/** The properties that each object of a schema has, by their names, in their order. */
export type Required = ReadonlyMap<string, SchemaNode>;

/** The name of a property that tells objects apart: all have it, each with values of its own. Undefined where there is none. */
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
