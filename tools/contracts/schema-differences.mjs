import { Ajv2020 } from 'ajv/dist/2020.js';

/** @typedef {Record<string, any>} Schema JSON Schema, limited to the keywords that `z.toJSONSchema` writes for messages. */

const annotations = ['$schema', 'title', 'description'];
const bounds = {
  string: [['minLength', 'maxLength']],
  array: [['minItems', 'maxItems']],
  number: [
    ['minimum', 'maximum'],
    ['exclusiveMinimum', 'exclusiveMaximum'],
  ],
};
const forms = { string: ['pattern', 'format'], number: ['multipleOf'] };
const known = {
  choice: ['anyOf', 'oneOf'],
  value: ['type', 'enum', 'const'],
  inside: ['items', 'properties', 'required', 'additionalProperties', 'propertyNames'],
  limits: [...Object.values(bounds).flat(2), ...Object.values(forms).flat()],
};
const values = new Ajv2020({ strict: false, validateFormats: false });

/**
 * Returns the places where a reader of one schema may reject what a writer of another sends. Readers ignore unknown
 * fields, as zod objects do.
 *
 * Each alternative of the writer must fit one alternative of the reader; one that is split over two counts as rejected.
 *
 * @param {Schema} reader
 * @param {Schema} writer
 * @param {string} [at] Path in the message.
 * @returns {string[]} Each with its path and reason.
 * @throws {Error} If a schema has an unsupported keyword.
 */
export function schemaDifferences(reader, writer, at = '') {
  const accepted = alternativesOf(reader);
  return alternativesOf(writer).flatMap((sent) => {
    const attempts = accepted.map((one) => differences(one, sent, at));
    if (attempts.some((found) => found.length === 0)) return [];
    const ofItsType = attempts.filter((_, index) => 'type' in sent && accepted[index].type === sent.type);
    const [nearest] = ofItsType.sort((one, other) => one.length - other.length);
    return nearest ?? [`${pathOf(at)}: ${named(sent)} is rejected`];
  });
}

/** Returns the alternatives of a value, each one type or one constant. */
function alternativesOf(schema) {
  const keywords = Object.keys(schema).filter((keyword) => !annotations.includes(keyword));
  const isChoice = known.choice.some((keyword) => keywords.includes(keyword));
  const unknown = keywords.filter(
    (keyword) => !(isChoice ? known.choice : Object.values(known).flat()).includes(keyword),
  );
  if (unknown.length > 0)
    throw new Error(`Unsupported JSON Schema keyword: ${unknown.join(', ')}. Add a rule to tools/contracts.`);
  if (isChoice) return (schema.anyOf ?? schema.oneOf).flatMap(alternativesOf);
  if (keywords.length === 0) return [{}];
  if ('const' in schema) return [{ const: schema.const }];
  if (schema.enum !== undefined) return schema.enum.map((value) => ({ const: value }));
  if (schema.type === undefined) throw new Error(`A schema with only ${keywords.join(', ')} has no type.`);
  return [schema.type].flat().flatMap((type) => alternativesOfType(schema, type));
}

function alternativesOfType(schema, type) {
  if (type === 'boolean') return [{ const: false }, { const: true }];
  if (type === 'null') return [{ const: null }];
  return [{ ...schema, type }];
}

function differences(reader, sent, at) {
  if (isAnything(reader)) return [];
  if ('const' in sent) return acceptsValue(reader, sent.const) ? [] : [`${pathOf(at)}: ${named(sent)} is rejected`];
  const sameType = reader.type === sent.type || (reader.type === 'number' && sent.type === 'integer');
  if (!sameType) return [`${pathOf(at)}: ${named(sent)} is rejected`];
  if (sent.type === 'object') return inObjects(reader, sent, at);
  const limits = limitsOf(sent.type === 'integer' ? 'number' : sent.type, reader, sent, at);
  return sent.type === 'array'
    ? [...limits, ...schemaDifferences(reader.items ?? {}, sent.items ?? {}, `${at}[]`)]
    : limits;
}

function inObjects(reader, sent, at) {
  const always = new Set(sent.required);
  const missing = (reader.required ?? []).filter((name) => !always.has(name));
  const names = new Set([...Object.keys(reader.properties ?? {}), ...Object.keys(sent.properties ?? {})]);
  const fieldOf = (schema, name) => schema.properties?.[name] ?? othersOf(schema);
  const sentNames = othersOf(sent)
    ? (sent.propertyNames ?? { type: 'string' })
    : { enum: Object.keys(sent.properties ?? {}) };
  return [
    ...missing.map((name) => `${pathOf(below(at, name))}: may be missing`),
    ...[...names].flatMap((name) => where(fieldOf(reader, name), fieldOf(sent, name), below(at, name))),
    ...where(othersOf(reader), othersOf(sent), below(at, '*')),
    ...(reader.propertyNames ? schemaDifferences(reader.propertyNames, sentNames, below(at, 'names')) : []),
  ];
}

/** Fields that are never sent, or that the reader ignores, are fine. */
function where(accepted, sent, at) {
  return accepted === undefined || sent === undefined ? [] : schemaDifferences(accepted, sent, at);
}

/** Schema of additional fields, as in a record; undefined if there are none. */
function othersOf({ additionalProperties = {} }) {
  return additionalProperties === false ? undefined : additionalProperties === true ? {} : additionalProperties;
}

function limitsOf(type, reader, sent, at) {
  const exceeded = bounds[type].flatMap(([least, most]) => [
    ...(reader[least] === undefined || sent[least] >= reader[least] ? [] : [least]),
    ...(reader[most] === undefined || sent[most] <= reader[most] ? [] : [most]),
  ]);
  const other = (forms[type] ?? []).filter((one) => reader[one] !== undefined && reader[one] !== sent[one]);
  return [...exceeded, ...other].map((keyword) => differing(reader, sent, at, keyword));
}

const differing = (reader, sent, at, keyword) =>
  `${pathOf(at)}: ${keyword} is ${sent[keyword] ?? 'unbounded'} in the writer and ${reader[keyword]} in the reader`;

const isAnything = (schema) => Object.keys(schema).every((keyword) => annotations.includes(keyword));
const acceptsValue = (schema, value) => ('const' in schema ? schema.const === value : values.validate(schema, value));
const below = (at, name) => (at === '' ? name : `${at}.${name}`);
const pathOf = (at) => (at === '' ? 'the message' : at);
const named = (sent) => ('const' in sent ? JSON.stringify(sent.const) : (sent.type ?? 'anything'));
