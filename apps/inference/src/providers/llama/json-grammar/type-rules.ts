import { type GrammarRules, literal } from './grammar-rules.js';
import { integersWithin, numbersWithin } from './number-rules.js';
import {
  asNode,
  countOf,
  numberOf as boundOf,
  type SchemaNode,
  schemaNotSupported,
  type SchemaPath,
} from './schema-node.js';

/** More of a text or a list than this is never written, though it may be allowed: a grammar has a rule for each. */
const maxTimes = 1_000;

/** Limit of optional properties in one object. Ten times as many take 0.5 s a token. */
const maxOptional = 128;

/** The name of the rule for a schema below the one at hand. @param optional whether the value may do without it. */
export type SubRule = (schema: unknown, at: SchemaPath, optional: boolean) => string;

/** Objects of a schema, with their properties in order. Others are written only if the schema names none. */
export function objectOf(node: SchemaNode, path: SchemaPath, sub: SubRule, rules: GrammarRules): string {
  const properties = Object.entries(asNode(node.properties ?? {}, [...path, 'properties']));
  const required = requiredOf(node, path);
  const known = new Set(properties.map(([name]) => name));
  const missing = [...required].find((name) => !known.has(name));
  if (missing !== undefined) throw schemaNotSupported([...path, 'required'], `'properties' has no '${missing}'`);
  if (properties.length - required.size > maxOptional) {
    throw schemaNotSupported([...path, 'properties'], `more than ${maxOptional} of them are optional`);
  }
  const least = countOf(node, 'minProperties', path) ?? 0;
  const most = countOf(node, 'maxProperties', path) ?? Infinity;
  if (least > required.size)
    throw schemaNotSupported([...path, 'minProperties'], "it requires more properties than 'required'");
  if (properties.length === 0) return mapOf(node, most, sub, rules);
  if (most < properties.length)
    throw schemaNotSupported([...path, 'maxProperties'], "it allows fewer properties than 'properties' has");
  const members = properties.map(([name, schema]) => {
    const isRequired = required.has(name);
    return { isRequired, rule: `${literal(name)} ":" ws ${sub(schema, ['properties', name], !isRequired)}` };
  });
  // Built from the last member: the rest after a member, and the rest at the beginning.
  let [after, first] = ['ws', 'ws'];
  for (const { isRequired, rule } of members.reverse()) {
    const member = rules.add(rule);
    const begun = rules.add(`${member} ${after}`);
    first = isRequired ? begun : rules.add(`${begun} | ${first}`);
    after = rules.add(isRequired ? `ws "," ws ${begun}` : `ws "," ws ${begun} | ${after}`);
  }
  return rules.add(`"{" ws ${first} "}"`);
}

function mapOf(
  { additionalProperties: values = true }: SchemaNode,
  most: number,
  sub: SubRule,
  rules: GrammarRules,
): string {
  if (values === false || most === 0) return rules.add(`"{" ws "}"`);
  const member = rules.add(`string ":" ws ${sub(values, ['additionalProperties'], true)}`);
  return rules.add(`"{" ws (${listOf(member, 1, limited(most))} ws)? "}"`);
}

/** Lists of a schema. */
export function arrayOf(node: SchemaNode, path: SchemaPath, sub: SubRule, rules: GrammarRules): string {
  const least = countOf(node, 'minItems', path) ?? 0;
  const most = countOf(node, 'maxItems', path) ?? Infinity;
  if (least > maxTimes || least > most) {
    throw schemaNotSupported([...path, 'minItems'], `it is greater than ${Math.min(most, maxTimes)}`);
  }
  if (node.prefixItems !== undefined) return tupleOf(node, path, { least, most, sub, rules });
  if (most === 0) return rules.add(`"[" ws "]"`);
  if (node.items === false) throw schemaNotSupported([...path, 'items'], 'no item is possible; set maxItems to 0');
  const item = sub(node.items ?? true, ['items'], least === 0);
  const items = listOf(item, Math.max(least, 1), limited(most));
  return rules.add(least === 0 ? `"[" ws (${items} ws)? "]"` : `"[" ws ${items} ws "]"`);
}

/** Lists of items that each have a schema of their own: all of them, and no more. */
function tupleOf(
  { prefixItems }: SchemaNode,
  path: SchemaPath,
  { least, most, sub, rules }: { least: number; most: number; sub: SubRule; rules: GrammarRules },
): string {
  if (
    !Array.isArray(prefixItems) ||
    least > prefixItems.length ||
    most < prefixItems.length ||
    prefixItems.length === 0
  ) {
    throw schemaNotSupported(
      [...path, 'prefixItems'],
      "expected at least one entry, as many as 'minItems' and 'maxItems' allow",
    );
  }
  const items = prefixItems.map((schema, index) => sub(schema, ['prefixItems', index], false));
  return rules.add(`"[" ws ${items.join(' ws "," ws ')} ws "]"`);
}

/** Texts of a schema. */
export function textOf(node: SchemaNode, path: SchemaPath): string {
  const least = countOf(node, 'minLength', path) ?? 0;
  const most = countOf(node, 'maxLength', path) ?? Infinity;
  if (least > maxTimes || least > most) {
    throw schemaNotSupported([...path, 'minLength'], `it is greater than ${Math.min(most, maxTimes)}`);
  }
  const { format } = node;
  if (format === undefined) return `"\\"" char${times(least, limited(most))} "\\""`;
  if (typeof format !== 'string' || !Object.hasOwn(formats, format)) {
    throw schemaNotSupported([...path, 'format'], `expected one of ${Object.keys(formats).join(', ')}`);
  }
  if (least > 0 || most < Infinity)
    throw schemaNotSupported([...path, 'format'], 'a length is not supported beside it');
  return formats[format] as string;
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

/** Numbers of a schema. */
export function numberOf(node: SchemaNode, path: SchemaPath, type: 'number' | 'integer'): string {
  const given = bounds.filter((name) => node[name] !== undefined);
  if (given.length === 0) return type;
  const rule = type === 'number' ? numbersWithin : integersWithin;
  const found = rule(Object.fromEntries(given.map((name) => [name, boundOf(node, name, path)])));
  if (found === null) throw schemaNotSupported([...path, given[0] as string], 'no integer is within the bounds');
  return found;
}

/** As many as are written at most; undefined for any number. */
function limited(most: number): number | undefined {
  return most === Infinity ? undefined : Math.min(most, maxTimes);
}

/** Each once: a name that is repeated makes no other one required. */
function requiredOf({ required = [] }: SchemaNode, path: SchemaPath): Set<string> {
  if (Array.isArray(required) && required.every((name) => typeof name === 'string')) return new Set(required);
  throw schemaNotSupported([...path, 'required'], 'expected an array of names');
}

/** So many of something, with commas between. @param least at least 1 */
function listOf(item: string, least: number, most: number | undefined): string {
  return most === 1
    ? item
    : `${item} (ws "," ws ${item})${times(least - 1, most === undefined ? undefined : most - 1)}`;
}

const date = `[12] [0-9]{3} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | "1" [0-9] | "2" [0-8])`;
const time = `([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{1,3})? "Z"`;
const hex = '[0-9a-f]';

/** Texts by their format in JSON Schema: only certainly valid ones, so no days after the 28th. */
const formats: Readonly<Record<string, string>> = {
  date: `"\\"" ${date} "\\""`,
  time: `"\\"" ${time} "\\""`,
  'date-time': `"\\"" ${date} "T" ${time} "\\""`,
  uuid: `"\\"" ${hex}{8} "-" ${hex}{4} "-" ${hex}{4} "-" ${hex}{4} "-" ${hex}{12} "\\""`,
};

/** How often something comes. */
function times(least: number, most: number | undefined): string {
  if (least === 0 && most === undefined) return '*';
  return `{${least},${most ?? ''}}`;
}
