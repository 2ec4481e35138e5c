import { Ajv2020 } from 'ajv/dist/2020.js';

/** @typedef {Record<string, any>} Schema JSON Schema, as far as `z.toJSONSchema` writes it for messages. */

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
 * Where a reader that goes by one schema may refuse what a writer that goes by another one sends; none where it takes all of it. Readers leave
 * fields out that they do not know, as zod's objects do.
 *
 * What is sent as one of several forms has to be taken whole by one of the reader's: a form that is taken in two halves counts as refused.
 *
 * @param {Schema} reader
 * @param {Schema} writer
 * @param {string} [at] where that is in the message.
 * @returns {string[]} each with the place and what is wrong there.
 * @throws {Error} where a schema has a keyword that is not known here, so that none is passed over.
 */
export function refusals(reader, writer, at = '') {
  const taken = formsOf(reader);
  return formsOf(writer).flatMap((sent) => {
    const attempts = taken.map((one) => differences(one, sent, at));
    if (attempts.some((found) => found.length === 0)) return [];
    const ofItsType = attempts.filter((_, index) => 'type' in sent && taken[index].type === sent.type);
    const [nearest] = ofItsType.sort((one, other) => one.length - other.length);
    return nearest ?? [`${placeOf(at)}: ${named(sent)} is not taken`];
  });
}

/** The forms that a value may have, of which each is one type or one value. */
function formsOf(schema) {
  const said = Object.keys(schema).filter((keyword) => !annotations.includes(keyword));
  const isChoice = known.choice.some((keyword) => said.includes(keyword));
  const unknown = said.filter((keyword) => !(isChoice ? known.choice : Object.values(known).flat()).includes(keyword));
  if (unknown.length > 0) throw new Error(`What ${unknown.join(', ')} means for compatibility is not known here.`);
  if (isChoice) return (schema.anyOf ?? schema.oneOf).flatMap(formsOf);
  if (said.length === 0) return [{}];
  if ('const' in schema) return [{ const: schema.const }];
  if (schema.enum !== undefined) return schema.enum.map((value) => ({ const: value }));
  if (schema.type === undefined) throw new Error(`A schema of ${said.join(', ')} alone has no type.`);
  return [schema.type].flat().flatMap((type) => formsOfType(schema, type));
}

function formsOfType(schema, type) {
  if (type === 'boolean') return [{ const: false }, { const: true }];
  if (type === 'null') return [{ const: null }];
  return [{ ...schema, type }];
}

function differences(reader, sent, at) {
  if (isAnything(reader)) return [];
  if ('const' in sent) return takesValue(reader, sent.const) ? [] : [`${placeOf(at)}: ${named(sent)} is not taken`];
  const sameType = reader.type === sent.type || (reader.type === 'number' && sent.type === 'integer');
  if (!sameType) return [`${placeOf(at)}: ${named(sent)} is not taken`];
  if (sent.type === 'object') return inObjects(reader, sent, at);
  const limits = limitsOf(sent.type === 'integer' ? 'number' : sent.type, reader, sent, at);
  return sent.type === 'array' ? [...limits, ...refusals(reader.items ?? {}, sent.items ?? {}, `${at}[]`)] : limits;
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
    ...missing.map((name) => `${placeOf(below(at, name))}: may be missing`),
    ...[...names].flatMap((name) => where(fieldOf(reader, name), fieldOf(sent, name), below(at, name))),
    ...where(othersOf(reader), othersOf(sent), below(at, '*')),
    ...(reader.propertyNames ? refusals(reader.propertyNames, sentNames, below(at, 'names')) : []),
  ];
}

/** Nothing is wrong with what is never sent, nor with what the reader leaves out. */
function where(taken, sent, at) {
  return taken === undefined || sent === undefined ? [] : refusals(taken, sent, at);
}

/** Fields that are not named, as of a record; undefined where there are none. */
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
  `${placeOf(at)}: ${keyword} of what is sent is ${sent[keyword] ?? 'not bound'}, of what is taken ${reader[keyword]}`;

const isAnything = (schema) => Object.keys(schema).every((keyword) => annotations.includes(keyword));
const takesValue = (schema, value) => ('const' in schema ? schema.const === value : values.validate(schema, value));
const below = (at, name) => (at === '' ? name : `${at}.${name}`);
const placeOf = (at) => (at === '' ? 'the message' : at);
const named = (sent) => ('const' in sent ? JSON.stringify(sent.const) : (sent.type ?? 'anything'));
