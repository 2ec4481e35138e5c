/** Shows a text in place of the one before. Without a terminal, texts follow each other. */
export class LiveText {
  #shown = '';

  constructor(private readonly stream: NodeJS.WriteStream = process.stdout) {}

  /** Shows a text. A terminal shows as much of it as it has rows: what has left at the top cannot be replaced. */
  show(text: string): void {
    if (!this.stream.isTTY) {
      this.stream.write(`${text}\n\n`);
      return;
    }
    if (this.#shown !== '') {
      this.stream.moveCursor(0, -this.#rowsOf(this.#shown));
      this.stream.cursorTo(0);
      this.stream.clearScreenDown();
    }
    this.#shown = this.#fitting(text);
    this.stream.write(`${this.#shown}\n`);
  }

  /** The first lines of a text, without the row of the cursor below them. */
  #fitting(text: string): string {
    const lines = text.split('\n');
    const rows = (this.stream.rows || 24) - 1;
    while (lines.length > 1 && this.#rowsOf(lines.join('\n')) > rows) lines.pop();
    return lines.join('\n');
  }

  /** Long lines take several rows, as many as the terminal is wide now. */
  #rowsOf(text: string): number {
    // Some terminals do not tell their size.
    const columns = this.stream.columns || 80;
    return text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / columns)), 0);
  }
}
