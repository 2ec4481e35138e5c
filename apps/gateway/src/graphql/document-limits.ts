import { invalidRequest } from '@earshot/errors';
import {
  Kind,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The largest document of the official client has 800 tokens. */
const maxTokens = 4_000;

/** The deepest operation of the official client has 9 levels. */
const maxDepth = 12;

/** Fields after fragments are inserted. The largest operation of the official client has 230. */
const maxFields = 1_000;

/** Each root field is one request of REST. Aliases count like other fields. */
const maxRootFields = 10;

/** Sizes of a selection, with its fragments inserted. */
interface Size {
  readonly depth: number;
  readonly fields: number;
}

const nothing: Size = { depth: 0, fields: 0 };

/**
 * Parses a document and checks its size.
 *
 * @throws AppError `graphql_invalid`, `graphql_too_complex`
 */
export function parseDocument(query: string): DocumentNode {
  const document = parsed(query);
  const sizes = new FragmentSizes(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, fields } = sizes.of(definition.selectionSet);
    requireAtMost(maxDepth, depth, 'levels of fields');
    requireAtMost(maxFields, fields, 'fields, with fragments inserted');
    requireAtMost(maxRootFields, rootFields(definition.selectionSet, sizes).length, 'root fields, aliases included');
  }
  return document;
}

/** Returns the names of the root fields that an operation selects, with those of fragments. */
export function rootFieldsOf(document: DocumentNode, operationName?: string | null): string[] {
  const sizes = new FragmentSizes(document);
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const isOther = operationName != null && definition.name?.value !== operationName;
    return isOther ? [] : rootFields(definition.selectionSet, sizes);
  });
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens, noLocation: true });
  } catch (cause) {
    throw invalidRequest('graphql_invalid', `The document cannot be parsed: ${(cause as Error).message}`, { cause });
  }
}

function rootFields({ selections }: SelectionSetNode, sizes: FragmentSizes): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : sizes.fragment(selection.name.value);
    return inner === undefined ? [] : rootFields(inner, sizes);
  });
}

function requireAtMost(limit: number, actual: number, unit: string): void {
  if (actual <= limit) return;
  const message = `The operation has ${actual} ${unit}; the limit is ${limit}. Send several requests.`;
  throw invalidRequest('graphql_too_complex', message, { param: 'query' });
}

/** Sizes of selections. Each fragment is measured once, so nested fragments cost no exponential time. */
class FragmentSizes {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #sizes = new Map<string, Size | 'measuring'>();

  constructor({ definitions }: DocumentNode) {
    const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((one) => [one.name.value, one]));
    for (const name of this.#fragments.keys()) this.#ofFragment(name);
  }

  /** Returns the selection of a fragment; undefined if there is none of that name. */
  fragment(name: string): SelectionSetNode | undefined {
    return this.#fragments.get(name)?.selectionSet;
  }

  /** @throws AppError `graphql_invalid` for a fragment that contains itself. */
  of({ selections }: SelectionSetNode): Size {
    let depth = 0;
    let fields = 0;
    for (const selection of selections) {
      const own = selection.kind === Kind.FIELD ? 1 : 0;
      const inner = this.#inside(selection);
      depth = Math.max(depth, inner.depth + own);
      fields += inner.fields + own;
    }
    return { depth, fields };
  }

  #inside(selection: SelectionNode): Size {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#ofFragment(selection.name.value);
    // Introspection is nested deeply and reads nothing but the schema.
    const isIntrospection = selection.kind === Kind.FIELD && selection.name.value.startsWith('__');
    return isIntrospection || selection.selectionSet === undefined ? nothing : this.of(selection.selectionSet);
  }

  #ofFragment(name: string): Size {
    const known = this.#sizes.get(name);
    if (known === 'measuring')
      throw invalidRequest('graphql_invalid', `The fragment '${name}' contains itself. Remove the cycle.`);
    if (known !== undefined) return known;
    this.#sizes.set(name, 'measuring');
    const selection = this.fragment(name);
    // Each spread counts, also that of a missing fragment.
    const size = selection === undefined ? { depth: 0, fields: 1 } : this.of(selection);
    this.#sizes.set(name, size);
    return size;
  }
}
