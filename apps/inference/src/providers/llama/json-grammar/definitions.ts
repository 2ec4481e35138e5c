import { asNode, schemaNotSupported, type SchemaNode, type SchemaPath } from './schema-node.js';

/** A schema that a `$ref` names, and where it stands. */
export interface Definition {
  readonly schema: unknown;
  readonly at: SchemaPath;
}

/** Resolves references inside the schema; nothing is fetched. */
export class Definitions {
  /** What references come to in the end, by their addresses. */
  readonly #resolved = new Map<string, SchemaNode>();

  constructor(private readonly root: unknown) {}

  /** @param path of the `$ref`. @throws AppError `schema_not_supported` */
  find(address: string, path: SchemaPath): Definition {
    if (address === '#') return { schema: this.root, at: [] };
    const [, keyword, encoded] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(address) ?? [];
    const definitions = (this.root as SchemaNode)[keyword ?? ''];
    const name = unescaped(encoded ?? '');
    if (typeof definitions === 'object' && definitions !== null && Object.hasOwn(definitions, name)) {
      return { schema: (definitions as SchemaNode)[name], at: [keyword as string, name] };
    }
    throw schemaNotSupported(path, `'${address.slice(0, 200)}' does not exist: expected '#' or '#/$defs/{name}'`);
  }

  /** Follows the references of a schema to its definition. @throws AppError `schema_not_supported` */
  resolve(node: SchemaNode, path: SchemaPath): SchemaNode {
    const seen = new Set<string>();
    let found = node;
    while (found.$ref !== undefined && !seen.has(addressOf(found))) {
      const address = addressOf(found);
      seen.add(address);
      found = this.#resolved.get(address) ?? asNode(this.find(address, path).schema, path);
    }
    for (const address of seen) this.#resolved.set(address, found);
    return found;
  }
}

/** Other values are no references. */
export function addressOf({ $ref }: SchemaNode): string {
  return typeof $ref === 'string' ? $ref : '';
}

function unescaped(encoded: string): string {
  const name = encoded.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(name);
  } catch {
    // The name has an unescaped percent sign.
    return name;
  }
}
