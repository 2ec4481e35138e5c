import type { Definitions } from './definitions.js';
import { typesOf, type TypeName } from './schema-keywords.js';
import { asNode, type SchemaNode, type SchemaPath } from './schema-node.js';
import { kindOf, valuesOf } from './values.js';

/** The type that the first character of a value tells. Integers are numbers. */
export type Start = Exclude<TypeName, 'integer'>;

/** How the values of a schema begin, whatever they contain. */
export function startsOf(node: SchemaNode, definitions: Definitions, path: SchemaPath): Start[] {
  const starts = new Set<Start>();
  const nodes = new Set([node]);
  // Iterating a set includes elements that are added meanwhile.
  for (const one of nodes) {
    const found = definitions.resolve(one, path);
    const values = valuesOf(found);
    const branches = [found.allOf, found.anyOf, found.oneOf].find(Array.isArray) as unknown[] | undefined;
    if (values !== null) for (const json of values) starts.add(startOf(kindOf(JSON.parse(json))));
    else if (branches === undefined) for (const type of typesOf(found, path)) starts.add(startOf(type));
    else for (const branch of branches) nodes.add(branch === true ? {} : asNode(branch, path));
  }
  return [...starts];
}

/** What values of a type begin with. */
export function startOf(type: TypeName): Start {
  return type === 'integer' ? 'number' : type;
}
