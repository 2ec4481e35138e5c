import type { Llama, LlamaGrammar } from 'node-llama-cpp';
import type { ProviderResponseFormat } from '../../model-provider.js';
import { requireUnambiguous } from './ambiguity.js';
import { addressOf, Definitions } from './definitions.js';
import { areDisjoint } from './disjoint.js';
import { either, GrammarRules, literal } from './grammar-rules.js';
import { arrayOf, numberOf, objectOf, type SubRule, textOf } from './type-rules.js';
import { decisiveKeyword, isOfTypes, typesOf, type TypeName } from './schema-keywords.js';
import { asNode, listOf, schemaNotSupported, type SchemaNode, type SchemaPath } from './schema-node.js';
import { within } from './ways.js';

/** Limit of characters of a grammar: preparing it takes up to 20 ms of the event loop for each choice. */
const maxGrammarSize = 256 * 1024;

/** Depth limit of nested schemas: ten times usual ones, a tenth of the stack. */
const maxDepth = 200;

/** A definition whose rule is being created. */
interface Pending {
  readonly rule: string;
  /** How many ways out there were on the way to it. */
  readonly waysOut: number;
  done: boolean;
}

/** The grammar of all answers in a format, in llama.cpp's notation. @throws AppError `schema_not_supported` */
export function jsonGrammar(format: ProviderResponseFormat): string {
  const schema = format.type === 'json_schema' ? format.json_schema.schema : undefined;
  return schema === undefined ? new GrammarRules().text('object') : new SchemaGrammar(schema).text();
}

/** The grammar of all answers of that format. @throws AppError `schema_not_supported` */
export async function createGrammar(llama: Llama, format: ProviderResponseFormat): Promise<LlamaGrammar> {
  const grammar = jsonGrammar(format);
  try {
    return await llama.createGrammar({ grammar });
  } catch (error) {
    // Only left recursion is left for the engine to detect.
    throw schemaNotSupported([], 'a $ref refers only to itself', error);
  }
}

/** Makes the rules of one JSON Schema. All texts of the grammar fit the schema, but not the reverse. */
class SchemaGrammar {
  readonly #rules = new GrammarRules();
  readonly #definitions: Definitions;
  readonly #referred = new Map<string, Pending>();
  /** Optional parts on the path from the root. */
  #waysOut = 0;
  #depth = 0;

  constructor(private readonly root: unknown) {
    this.#definitions = new Definitions(root);
  }

  /** @throws AppError `schema_not_supported` */
  text(): string {
    const root = this.#ruleOf(this.root, []);
    requireUnambiguous(this.root, this.#definitions);
    return this.#rules.text(root);
  }

  #ruleOf(schema: unknown, path: SchemaPath): string {
    if (schema === true) return 'value';
    const node = asNode(schema, path);
    const keyword = decisiveKeyword(node, path);
    if (this.#depth >= maxDepth) throw schemaNotSupported(path, `it is nested deeper than ${maxDepth} schemas`);
    this.#depth += 1;
    const rule = keyword === '$ref' ? this.#reference(node, path) : this.#rules.add(this.#body(node, keyword, path));
    this.#depth -= 1;
    if (this.#rules.size > maxGrammarSize)
      throw schemaNotSupported([], `it is too large: its grammar has more than ${maxGrammarSize} characters`);
    return rule;
  }

  #body(node: SchemaNode, keyword: ReturnType<typeof decisiveKeyword>, path: SchemaPath): string {
    switch (keyword) {
      case 'const':
        return this.#values([node.const], node, [...path, 'const']);
      case 'enum':
        return this.#values(listOf(node, 'enum', path), node, [...path, 'enum']);
      case 'allOf': {
        const schemas = listOf(node, 'allOf', path);
        if (schemas.length > 1) throw schemaNotSupported([...path, 'allOf'], 'allOf may have only one schema');
        return this.#ruleOf(schemas[0], [...path, 'allOf', 0]);
      }
      case 'anyOf':
      case 'oneOf':
        return this.#alternatives(node, keyword, path);
      default:
        return either(typesOf(node, path).map((type) => this.#ofType(type, node, path)));
    }
  }

  #values(values: readonly unknown[], node: SchemaNode, path: SchemaPath): string {
    within(values.length, path);
    const types = node.type === undefined ? null : typesOf(node, path.slice(0, -1));
    const fitting = types === null ? values : values.filter((value) => isOfTypes(value, types));
    if (fitting.length === 0) throw schemaNotSupported(path, "no value has the schema's type");
    return either(fitting.map(literal));
  }

  #alternatives(node: SchemaNode, keyword: 'anyOf' | 'oneOf', path: SchemaPath): string {
    const schemas = listOf(node, keyword, path);
    const at = [...path, keyword];
    within(schemas.length, at);
    if (keyword === 'oneOf' && schemas.length > 1) {
      const nodes = schemas.map((schema, index) => asNode(schema, [...at, index]));
      if (!areDisjoint(nodes, this.#definitions, at))
        throw schemaNotSupported(at, 'a value may match two of them; use anyOf');
    }
    const among = schemas.length > 1;
    return either(schemas.map((schema, index) => this.#below(schema, [...at, index], among)));
  }

  #ofType(type: TypeName, node: SchemaNode, path: SchemaPath): string {
    const sub: SubRule = (schema, at, optional) => this.#below(schema, [...path, ...at], optional);
    switch (type) {
      case 'object':
        return objectOf(node, path, sub, this.#rules);
      case 'array':
        return arrayOf(node, path, sub, this.#rules);
      case 'string':
        return textOf(node, path);
      case 'number':
      case 'integer':
        return numberOf(node, path, type);
      default:
        return type;
    }
  }

  /** @param optional whether the value may do without it. */
  #below(schema: unknown, path: SchemaPath, optional: boolean): string {
    this.#waysOut += optional ? 1 : 0;
    try {
      return this.#ruleOf(schema, path);
    } finally {
      this.#waysOut -= optional ? 1 : 0;
    }
  }

  #reference(node: SchemaNode, path: SchemaPath): string {
    const reference = [...path, '$ref'];
    const address = addressOf(node);
    const known = this.#referred.get(address);
    if (known !== undefined) {
      if (!known.done && known.waysOut === this.#waysOut)
        throw schemaNotSupported(reference, 'its recursion never ends');
      return known.rule;
    }
    const { schema, at } = this.#definitions.find(address, reference);
    const pending: Pending = { rule: this.#rules.reserve(), waysOut: this.#waysOut, done: false };
    this.#referred.set(address, pending);
    this.#rules.define(pending.rule, this.#ruleOf(schema, at));
    pending.done = true;
    return pending.rule;
  }
}
