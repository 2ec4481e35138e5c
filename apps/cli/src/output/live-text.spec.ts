import { describe, expect, it } from '@jest/globals';
import { LiveText } from './live-text.js';

/** A terminal that keeps its rows; the last one is that of the cursor. */
class Terminal {
  readonly isTTY = true;
  columns = 20;
  rows = 5;
  #lines = [''];
  #row = 0;

  get screen(): string[] {
    return this.#lines.slice(0, -1);
  }

  write(text: string): void {
    for (const line of text.split('\n').slice(0, -1)) {
      const parts = line.match(new RegExp(`.{1,${this.columns}}`, 'g')) ?? [''];
      this.#lines.splice(this.#row, Infinity, ...parts, '');
      this.#row = this.#lines.length - 1;
    }
  }

  moveCursor(_columns: number, rows: number): void {
    this.#row = Math.max(this.#row + rows, this.#lines.length - this.rows, 0);
  }

  cursorTo(): void {
    // Texts end with a line break, so the cursor is at the first column.
  }

  clearScreenDown(): void {
    this.#lines.splice(this.#row, Infinity, '');
  }
}

describe('LiveText', () => {
  const onTerminal = () => {
    const terminal = new Terminal();
    return { terminal, live: new LiveText(terminal as unknown as NodeJS.WriteStream) };
  };

  it('replaces the text before in place, lines that are longer than a row included', () => {
    const { terminal, live } = onTerminal();
    terminal.write('$ earshot\n');
    live.show(`first\n${'x'.repeat(25)}`);
    live.show('second');
    live.show('third\nlines');
    expect(terminal.screen).toEqual(['$ earshot', 'third', 'lines']);
  });

  it('shows the first lines of a text that is higher than the terminal, and none of them twice', () => {
    const { terminal, live } = onTerminal();
    live.show('1\n2\n3\n4\n5\n6');
    live.show('1\n2\n3\n4\n5\n7');
    expect(terminal.screen).toEqual(['1', '2', '3', '4']);
  });

  it('writes one text after the other where there is no terminal', () => {
    const written: string[] = [];
    const live = new LiveText({ write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream);
    live.show('first');
    live.show('second');
    expect(written.join('')).toBe('first\n\nsecond\n\n');
  });
});
