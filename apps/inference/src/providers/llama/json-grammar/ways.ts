import type { Definitions } from './definitions.js';
import { kindOf, typesOf, type TypeName } from './schema-keywords.js';
import { asNode, schemaNotSupported, type SchemaNode, type SchemaPath } from './schema-node.js';
import { valuesOf, type ObjectNode } from './schema-values.js';

/** The type that the first character of a value tells. Integers are numbers. */
export type Start = Exclude<TypeName, 'integer'>;

/** JSON types of the values of a schema, which their first characters tell apart. */
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

/**
 * Ways to continue an answer at one point: llama.cpp matches each token against all. 1,000 take 30 ms a token, and
 * time grows quadratically. OpenAI allows as many values in an enum.
 */
const maxWays = 1_000;

/** What is known of the values of a schema that begin alike. */
export interface Ways {
  /** How many are open at one point, at most. */
  readonly count: number;
  /** Address of a schema that these values may contain, and that was not known yet: the oldest of them. */
  readonly open?: string | undefined;
  /** Where they are objects, and of one schema alone. */
  readonly object?: ObjectNode | undefined;
}

/** The ways by first character: those that begin differently are not open together. */
export type WaysByStart = ReadonlyMap<Start, Ways>;

/** Ways of a schema that allows anything. */
export const anyValue: WaysByStart = new Map(
  (['object', 'array', 'string', 'number', 'boolean', 'null'] as const).map((start) => [start, { count: 4 }]),
);

/** What several schemas have for values that begin alike. */
export function alikeOf(schemas: readonly WaysByStart[]): Map<Start, Ways[]> {
  const alike = new Map<Start, Ways[]>();
  for (const schema of schemas) {
    for (const [start, ways] of schema) {
      const others = alike.get(start);
      if (others === undefined) alike.set(start, [ways]);
      else others.push(ways);
    }
  }
  return alike;
}

/** The count, where it is not too high. @throws AppError `schema_not_supported` */
export function within(count: number, path: SchemaPath): number {
  if (count <= maxWays) return count;
  throw schemaNotSupported(path, `there are more than ${maxWays} alternatives that begin alike`);
}

/** All of them together. */
export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Referenced schemas that are being analysed, each inside the one before. */
export class Unfinished {
  readonly #found = new Map<string, { readonly age: number; ways: WaysByStart | null }>();

  /** Whether a schema is being found out. */
  isOpen(address: string): boolean {
    return this.#found.get(address)?.ways === null;
  }

  /** Cached result for a schema. */
  find(address: string, find: () => WaysByStart): WaysByStart {
    const known = this.#found.get(address)?.ways;
    if (known) return known;
    const age = this.#found.size;
    const entry: { readonly age: number; ways: WaysByStart | null } = { age, ways: null };
    this.#found.set(address, entry);
    const found = find();
    entry.ways = new Map(
      [...found].map(([start, ways]) => {
        const { open, ...rest } = ways;
        return [start, open !== undefined && this.#age(open) < age ? ways : rest];
      }),
    );
    return entry.ways;
  }

  /** The outer one of two open schemas. */
  older(one: string | undefined, other: string | undefined): string | undefined {
    if (one === undefined || other === undefined) return one ?? other;
    return this.#age(one) <= this.#age(other) ? one : other;
  }

  /** The same ways with later results. */
  now(ways: Ways): Ways {
    let { count, open } = ways;
    while (open !== undefined) {
      const known = this.#found.get(open)?.ways;
      if (!known) break;
      open = undefined;
      for (const one of known.values()) {
        count = Math.max(count, one.count);
        open = this.older(open, one.open);
      }
    }
    return { ...ways, count, open };
  }

  #age(address: string): number {
    return this.#found.get(address)?.age ?? 0;
  }
}
