import { addressOf, type Definitions } from './definitions.js';
import { kindOf, decisiveKeyword, type TypeName, typesOf } from './schema-keywords.js';
import { asNode, listOf, type SchemaNode, schemaNotSupported, type SchemaPath } from './schema-node.js';
import { tagOf } from './disjoint.js';
import {
  areDistinct,
  firstNamesOf,
  hasProperties,
  mostNames,
  type ObjectNode,
  requiredOf,
  valuesOf,
} from './schema-values.js';
import {
  alikeOf,
  anyValue,
  startOf,
  startsOf,
  sumOf,
  Unfinished,
  type Ways,
  type WaysByStart,
  within,
} from './ways.js';

/** Of numbers with bounds: one for each length and leading digit. */
const waysOfBounds = 100;

/** Of texts and numbers, which may go on or end, and of lists and objects. */
const waysToGoOn = 2;

/** A schema within another, and where it stands. */
type Part = readonly [SchemaPath, unknown];

/**
 * Rejects a schema whose answers can be read in too many ways at once. In recursive schemas they multiply: two
 * alternatives that both begin with `[` kept llama.cpp at one token for more than 40 s.
 * @throws AppError `schema_not_supported`
 */
export function requireUnambiguous(root: unknown, definitions: Definitions): void {
  new Ambiguity(definitions).of(root, []);
}

class Ambiguity {
  readonly #referred = new Unfinished();
  readonly #known = new Map<SchemaNode, WaysByStart>();
  readonly #open = new Map<string, WaysByStart>();

  constructor(private readonly definitions: Definitions) {}

  /** Ways to read the values of a schema, by their first character. @throws AppError `schema_not_supported` */
  of(schema: unknown, path: SchemaPath): WaysByStart {
    if (schema === true) return anyValue;
    const node = asNode(schema, path);
    if (node.$ref !== undefined) return this.#ofReference(node, path);
    let found = this.#known.get(node);
    if (found === undefined) this.#known.set(node, (found = this.#ofNode(node, path)));
    return found;
  }

  #ofNode(node: SchemaNode, path: SchemaPath): WaysByStart {
    const keyword = decisiveKeyword(node, path);
    switch (keyword) {
      case 'const':
      case 'enum':
        return ofValues(valuesOf(node) ?? [], [...path, keyword]);
      case 'allOf':
      case 'anyOf':
      case 'oneOf': {
        const below = [...path, keyword];
        const branches = listOf(node, keyword, path).map((branch, index) => this.of(branch, [...below, index]));
        return this.#among(branches, below);
      }
      default:
        return this.#among(
          typesOf(node, path).map((type) => new Map([[startOf(type), this.#ofType(type, node, path)]])),
          path,
        );
    }
  }

  #ofReference(node: SchemaNode, path: SchemaPath): WaysByStart {
    const address = addressOf(node);
    if (this.#referred.isOpen(address)) return this.#ofOpen(node, address, path);
    return this.#referred.find(address, () => {
      const { schema, at } = this.definitions.find(address, [...path, '$ref']);
      return this.of(schema, at);
    });
  }

  /** All that is known of a schema while it is being found out: how its values begin, and that they contain it. */
  #ofOpen(node: SchemaNode, address: string, path: SchemaPath): WaysByStart {
    let ways = this.#open.get(address);
    if (ways !== undefined) return ways;
    const found = this.definitions.resolve(node, path);
    const object = hasProperties(found) ? found : undefined;
    const starts = startsOf(found, this.definitions, path);
    ways = new Map(starts.map((start) => [start, { count: 1, open: address, ...(start === 'object' && { object }) }]));
    this.#open.set(address, ways);
    return ways;
  }

  #ofType(type: TypeName, node: SchemaNode, path: SchemaPath): Ways {
    switch (type) {
      case 'object':
        return this.#ofObject(node, path);
      case 'array': {
        const { prefixItems, items = true } = node;
        if (!Array.isArray(prefixItems)) return this.#containing([[[...path, 'items'], items]], waysToGoOn);
        return this.#containing(prefixItems.map((item, at) => [[...path, 'prefixItems', at], item]));
      }
      case 'integer':
      case 'number': {
        const bounded = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].some((name) => name in node);
        return { count: bounded ? waysOfBounds : waysToGoOn };
      }
      case 'string':
        return { count: waysToGoOn };
      default:
        return { count: 1 };
    }
  }

  #ofObject(node: SchemaNode, path: SchemaPath): Ways {
    if (!hasProperties(node)) {
      return this.#containing([[[...path, 'additionalProperties'], node.additionalProperties ?? true]], waysToGoOn);
    }
    const parts = Object.entries(node.properties).map(([name, part]): Part => [[...path, 'properties', name], part]);
    return { ...this.#containing(parts, mostNames(node)), object: node };
  }

  /** Values that contain values of other schemas, one at a time. */
  #containing(parts: readonly Part[], least = 1): Ways {
    let count = least;
    let open: string | undefined;
    for (const [path, part] of parts) {
      if (part === false) continue;
      for (const ways of this.of(part, path).values()) {
        const now = this.#referred.now(ways);
        count = Math.max(count, now.count);
        open = this.#referred.older(open, now.open);
      }
    }
    return { count, open };
  }

  /** Alternatives: a value has one of several schemas. */
  #among(branches: readonly WaysByStart[], path: SchemaPath): WaysByStart {
    return new Map([...alikeOf(branches)].map(([start, ways]) => [start, this.#together(ways, path)]));
  }

  /** Values that begin alike. */
  #together(ways: readonly Ways[], path: SchemaPath): Ways {
    if (ways.length === 1) return ways[0]!;
    const all = ways.map((one) => this.#referred.now(one));
    const open = all.reduce<string | undefined>((oldest, one) => this.#referred.older(oldest, one.open), undefined);
    const apart = this.#untilDistinct(all, path);
    if (apart !== null) return { count: within(Math.max(apart, ...all.map(({ count }) => count)), path), open };
    if (open === undefined) return { count: within(sumOf(all.map(({ count }) => count)), path) };
    throw schemaNotSupported(
      path,
      "alternatives that begin alike contain themselves; start each with a required property that has its own 'const'",
    );
  }

  /** Ways that are open until it is certain which of several objects is read; null where that may be never. */
  #untilDistinct(ways: readonly Ways[], path: SchemaPath): number | null {
    const nodes = ways.map((one) => one.object).filter((node) => node !== undefined);
    if (nodes.length < ways.length) return null;
    const firstNames = nodes.map(firstNamesOf);
    if (areDistinct(firstNames)) return sumOf(firstNames.map((names) => names.length));
    const tag = tagOf(nodes.map(requiredOf), this.definitions, path);
    if (tag === undefined) return null;
    const counts = nodes.map((node) => this.#until(tag, node, path));
    return counts.includes(null) ? null : sumOf(counts.map((count) => count ?? 0));
  }

  /** Ways that stay open until the tag of an object is read; null if a recursive part comes first. */
  #until(tag: string, node: ObjectNode, path: SchemaPath): number | null {
    const names = Object.keys(node.properties);
    const parts = names.slice(0, names.indexOf(tag) + 1).map((name): Part => [path, node.properties[name]]);
    const { count, open } = this.#containing(parts, mostNames(node));
    return open === undefined ? count : null;
  }
}

function ofValues(values: readonly string[], path: SchemaPath): WaysByStart {
  const ways = [...new Set(values)].map(
    (json): WaysByStart => new Map([[startOf(kindOf(JSON.parse(json))), { count: 1 }]]),
  );
  return new Map([...alikeOf(ways)].map(([start, { length }]) => [start, { count: within(length, path) }]));
}
