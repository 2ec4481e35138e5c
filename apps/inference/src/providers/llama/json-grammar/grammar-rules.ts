/** As many characters as a text has at most between two marks of JSON, where a line is broken. */
const maxIndent = 16;

/** JSON in llama.cpp's notation. No `\\u` escapes (half a character); numbers stay finite and integers exact. */
const base: Readonly<Record<string, string>> = {
  ws: `| " " | "\\n" [ \\t]{0,${maxIndent}}`,
  char: `[ !#-\\x5B\\x5D-~\\u0080-\\uD7FF\\uE000-\\U0010FFFF] | "\\\\" ["\\\\/bfnrt]`,
  string: `"\\"" char* "\\""`,
  whole: `"0" | [1-9] [0-9]{0,14}`,
  fraction: `"." [0-9]{1,15}`,
  integer: `"-"? whole`,
  number: `"-"? whole fraction? ([eE] [-+]? [0-9]{1,2})?`,
  boolean: `"true" | "false"`,
  null: `"null"`,
  member: `string ":" ws value`,
  object: `"{" ws (member ("," ws member)* ws)? "}"`,
  array: `"[" ws (value ("," ws value)* ws)? "]"`,
  value: `object | array | string | number | boolean | null`,
};

/** Cost in characters of each repetition: the engine creates a rule for it. */
const repetitionSize = 12;

/** The rules of a grammar, each under a name. Those of JSON itself are there from the beginning. */
export class GrammarRules {
  readonly #names = new Map<string, string>();
  readonly #bodies = new Map<string, string>(Object.entries(base));
  /** Characters of all rules, with those that the engine creates for repetitions. */
  size = 0;

  /** The name of a rule; equal rules share one name. */
  add(body: string): string {
    let name = this.#names.get(body);
    if (name === undefined) this.define((name = this.reserve()), body);
    return name;
  }

  /** Reserves a name for a rule that is {@link define}d later, so that rules may be recursive. */
  reserve(): string {
    const name = `r${this.#bodies.size}`;
    this.#bodies.set(name, '');
    return name;
  }

  define(name: string, body: string): void {
    this.#names.set(body, name);
    this.#bodies.set(name, body);
    this.size += body.length;
    for (const [, least, most] of body.matchAll(/\{(\d+),?(\d*)\}/g))
      this.size += repetitionSize * Number(most || least);
  }

  text(root: string): string {
    const rules = [...this.#bodies].map(([name, body]) => `${name} ::= ${body}`);
    return [`root ::= ${root}`, ...rules].join('\n');
  }
}

/** A constant value as JSON. */
export function literal(value: unknown): string {
  return `"${JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** One of several. */
export function either(alternatives: readonly string[]): string {
  const different = [...new Set(alternatives)];
  return different.length === 1 ? (different[0] as string) : `(${different.join(' | ')})`;
}
