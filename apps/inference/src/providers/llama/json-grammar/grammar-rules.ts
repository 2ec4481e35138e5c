/** As many characters as a text has at most between two marks of JSON, where a line is broken. */
const maxIndent = 16;

/**
 * JSON in llama.cpp's notation for grammars. Texts have no `\u` escapes, which could stand for half a character: what they would say can be
 * written as it is. Numbers have so many digits that they are always finite, and whole ones always exact.
 */
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

/** For each time that something may come, the engine makes a rule: it takes as long as so many characters. */
const repetitionSize = 12;

/** The rules of a grammar, each under a name. Those of JSON itself are there from the beginning. */
export class GrammarRules {
  readonly #names = new Map<string, string>();
  readonly #bodies = new Map<string, string>(Object.entries(base));
  /** Characters of all rules, those included that the engine makes of what is repeated. */
  size = 0;

  /** The name of a rule that says this; the same one whenever the same is said. */
  add(body: string): string {
    let name = this.#names.get(body);
    if (name === undefined) this.define((name = this.reserve()), body);
    return name;
  }

  /** The name of a rule that is {@link define}d later: it may be spoken of in what it says. */
  reserve(): string {
    const name = `r${this.#bodies.size}`;
    this.#bodies.set(name, '');
    return name;
  }

  /** Says what the rule of a name is. */
  define(name: string, body: string): void {
    this.#names.set(body, name);
    this.#bodies.set(name, body);
    this.size += body.length;
    for (const [, least, most] of body.matchAll(/\{(\d+),?(\d*)\}/g))
      this.size += repetitionSize * Number(most || least);
  }

  /** The grammar of what is written by that rule. */
  text(root: string): string {
    const rules = [...this.#bodies].map(([name, body]) => `${name} ::= ${body}`);
    return [`root ::= ${root}`, ...rules].join('\n');
  }
}

/** A value, as JSON and nothing else. */
export function literal(value: unknown): string {
  return `"${JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** One of several. */
export function either(alternatives: readonly string[]): string {
  const different = [...new Set(alternatives)];
  return different.length === 1 ? (different[0] as string) : `(${different.join(' | ')})`;
}
