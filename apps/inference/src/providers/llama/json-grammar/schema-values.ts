import { isNode, type SchemaNode } from './schema-node.js';

/** Many references may lead to one list. */
const known = new WeakMap<SchemaNode, string[] | null>();

/** The constant values of a schema, in JSON; null if it has no list of them. */
export function valuesOf(node: SchemaNode): string[] | null {
  let values = known.get(node);
  if (values === undefined) known.set(node, (values = listed(node)));
  return values;
}

function listed(node: SchemaNode): string[] | null {
  if (node.const !== undefined) return [JSON.stringify(node.const)];
  return Array.isArray(node.enum) ? node.enum.map((value) => JSON.stringify(value)) : null;
}

/** The properties of a schema that each object has, by their names, in their order. */
export function requiredOf({ properties, required }: SchemaNode): Map<string, SchemaNode> {
  if (!isNode(properties) || !Array.isArray(required)) return new Map();
  const names = new Set<unknown>(required);
  return new Map(
    Object.entries(properties).filter(
      (entry): entry is [string, SchemaNode] => names.has(entry[0]) && isNode(entry[1]),
    ),
  );
}

/** Whether no text is in two of the lists. */
export function areDistinct(lists: readonly (readonly string[])[]): boolean {
  const seen = new Set<string>();
  for (const list of lists) {
    for (const text of new Set(list)) {
      if (seen.has(text)) return false;
      seen.add(text);
    }
  }
  return true;
}

/** A schema with properties of its own. */
export type ObjectNode = SchemaNode & { readonly properties: SchemaNode };

/** Whether a schema describes only objects with named properties. */
export function hasProperties(node: SchemaNode): node is ObjectNode {
  return isNode(node.properties) && Object.keys(node.properties).length > 0;
}

/** The names that an object may begin with. */
export function firstNamesOf(node: ObjectNode): string[] {
  const names = Object.keys(node.properties);
  const required = requiredNames(node);
  const first = names.findIndex((name) => required.has(name));
  return first === -1 ? names : names.slice(0, first + 1);
}

/** How many names may come next, where these are most. */
export function mostNames(node: ObjectNode): number {
  const required = requiredNames(node);
  let most = 1;
  let open = 1;
  for (const name of Object.keys(node.properties)) {
    most = Math.max(most, open);
    open = required.has(name) ? 1 : open + 1;
  }
  return Math.max(most, open);
}

function requiredNames({ required }: SchemaNode): Set<unknown> {
  return new Set(Array.isArray(required) ? required : []);
}
