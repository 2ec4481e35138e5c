import { CodePointGuard } from '../code-point-guard.js';

/** A call of a function, as far as it was read. */
export class ToolCall {
  private readonly guard = new CodePointGuard();
  private written = '';

  /** @param position in its choice, counts from 0. */
  constructor(
    readonly position: number,
    private readonly id: string,
    private readonly name: string,
  ) {}

  /** Takes a piece of the arguments. @returns what can be shown now; half a surrogate pair at its end is kept for the next piece */
  push(text: string): string {
    this.written += text;
    return this.guard.push(text);
  }

  /** What is left to be shown at the end. */
  end(): string {
    return this.guard.end();
  }

  /** Whether a piece under the number of this call, with this id, name and text of arguments, begins another one. */
  isFollowedBy(id: unknown, name: unknown, text: unknown): boolean {
    if (typeof name !== 'string' || name === '') return false;
    if (typeof id !== 'string' || id === '' || id === this.id) return false;
    // Servers that write a fresh id on each piece (vLLM) have an empty one where the answer ends.
    const isEmpty = typeof text !== 'string' || text.trim() === '';
    if (isEmpty && name === this.name) return false;
    return this.isWhole();
  }

  private isWhole(): boolean {
    // Spares most pieces the parsing of all that came before.
    if (!this.written.trimEnd().endsWith('}')) return false;
    try {
      JSON.parse(this.written);
      return true;
    } catch {
      return false;
    }
  }
}
