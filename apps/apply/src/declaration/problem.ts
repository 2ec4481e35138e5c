/** The position of a value in the declaration: `['projects', 0, 'key']`. */
export type Path = readonly PropertyKey[];

/** A position in the file: line and column, from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** An error in the declaration. */
export interface Problem {
  readonly position: Position;
  readonly message: string;
}

/** The file cannot be applied; the message has one line `file:line:column: problem` for each problem. */
export class DeclarationError extends Error {
  constructor(
    readonly file: string,
    readonly problems: readonly Problem[],
  ) {
    super(problems.map((problem) => describe(file, problem)).join('\n'));
    this.name = 'DeclarationError';
  }
}

function describe(file: string, { position, message }: Problem): string {
  return `${file}:${position.line}:${position.column}: ${message}`;
}

/** Parses the `param` of an error: `models[2].key` is `['models', 2, 'key']`; null is the whole file. */
export function pathOf(param: string | null): Path {
  if (param === null) return [];
  return [...param.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
}
