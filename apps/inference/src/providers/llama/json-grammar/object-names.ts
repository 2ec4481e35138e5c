import type { SchemaNode } from './schema-node.js';
import { isNode } from './values.js';

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
