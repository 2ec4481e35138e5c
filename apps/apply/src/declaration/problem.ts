/** A place in the file: line and column, both from 1, as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong, and where. */
export interface Problem {
  readonly position: Position;
  readonly message: string;
}

/** The file can't be applied; the message has one line `file:line:column: what is wrong` for each problem. */
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
