/** Writes results to stdout: for people, or one JSON object a line. Everything else goes to stderr. */
export class Output {
  /** Set once the options are known. */
  json = false;
  /** What is said when the command is interrupted. */
  interruption = 'Interrupted.';

  constructor(
    private readonly stdout: NodeJS.WritableStream = process.stdout,
    private readonly stderr: NodeJS.WritableStream = process.stderr,
  ) {}

  /** Writes a result: the text, or the value with `--json`. */
  result(value: unknown, text: string): void {
    this.stdout.write(`${this.json ? JSON.stringify(value) : text}\n`);
  }

  /** Writes a part of a text at once. */
  part(text: string): void {
    this.stdout.write(text);
  }

  /** Writes a message that is no result. */
  note(text: string): void {
    this.stderr.write(`${text}\n`);
  }
}
