/** Shows a text that replaces the one before. Without a terminal, texts follow each other. */
export class LiveText {
  #rows = 0;

  constructor(private readonly stream: NodeJS.WriteStream = process.stdout) {}

  /** Shows a text. */
  show(text: string): void {
    if (!this.stream.isTTY) {
      this.stream.write(`${text}\n\n`);
      return;
    }
    if (this.#rows > 0) {
      this.stream.moveCursor(0, -this.#rows);
      this.stream.cursorTo(0);
      this.stream.clearScreenDown();
    }
    this.stream.write(`${text}\n`);
    const width = this.stream.columns || 80;
    // Long lines take several rows.
    this.#rows = text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / width)), 0);
  }
}
