/** Pseudo-random numbers from 0 to below 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks one. */
export function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  101,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER + 2,
  1e300,
  -1e-300,
  '',
  ' ',
  'x',
  '/',
  'a/b/c',
  '../..',
  'null',
  '1',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:60+14:00',
  'file:///etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '\u0000',
  '\u202e\u200b\ufeff',
  '\ud800',
  '\u{1f469}\u200d\u{1f52c}'.repeat(50),
  "'; DROP TABLE projects; --",
  '${7*7}{{7*7}}%s%n',
  [],
  [null],
  ['x', 1, {}],
  Array.from({ length: 300 }, () => 'x'),
  {},
  { type: 'x' },
  { toString: 1, constructor: null },
  nested(70),
];

/** The paths of all parts of a JSON value, without the root. */
function placesIn(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...at, name], ...placesIn(inner, [...at, name])]);
}

/**
 * Copies a body with one or two likely errors: another value, a missing or an additional field.
 *
 * @param fields names of further top-level fields.
 */
export function corrupted(random: () => number, body: object, fields: readonly string[]): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (let changes = random() < 0.8 ? 1 : 2; changes > 0; changes -= 1) corrupt(random, copy, fields);
  return copy;
}

function corrupt(random: () => number, body: Record<string, unknown>, fields: readonly string[]): void {
  const place = random() < 0.5 ? [pick(random, [...fields, 'nobody_knows'])] : pick(random, [[''], ...placesIn(body)]);
  const name = place.at(-1) as string;
  const parent = place.slice(0, -1).reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], body);
  if (random() < 0.15 && !Array.isArray(parent)) delete (parent as Record<string, unknown>)[name];
  else (parent as Record<string, unknown>)[name] = structuredClone(pick(random, values));
}

/** Bodies that no route accepts: no JSON object, or values that cannot be stored. */
export function brokenBodies(body: object): (string | Uint8Array)[] {
  const text = JSON.stringify(body);
  return [
    '',
    text.slice(0, -1),
    `${text}}`,
    `[${text}]`,
    'null',
    '"x"',
    "{'a': 1}",
    '{"a": 1e400}',
    '{"a": NaN}',
    '{"a": "\\ud800"}',
    '{"__proto__": {"a": 1}}',
    '{"a": 1,}',
    '\ufeff{',
    `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
    new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    new Uint8Array([0, 1, 2, 255]),
  ];
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}
