import type { ConversionState } from './conversion.js';

/**
 * Gathers rows until they are enough to be sent, in one place of memory that is used again and again: memory for each piece would be given back
 * only when the heap is collected, which large pieces hardly bring about.
 */
export class RowBuffer {
  readonly #memory: Buffer;
  /** Rows that fit into no memory of ours, alone. */
  #large: Buffer | undefined;
  #size = 0;
  #state: ConversionState;

  /** @param bytes how much it holds. @param state before the first row. */
  constructor(bytes: number, state: ConversionState) {
    this.#memory = Buffer.allocUnsafeSlow(bytes);
    this.#state = state;
  }

  /** Whether these rows may be added to those that are there. */
  hasRoomFor(rows: string): boolean {
    return this.#size === 0 || this.#size + Buffer.byteLength(rows) <= this.#memory.length;
  }

  /** @param state after these rows. */
  add(rows: string, state: ConversionState): void {
    const size = Buffer.byteLength(rows);
    if (size > this.#memory.length) this.#large = Buffer.from(rows);
    else this.#memory.write(rows, this.#size);
    this.#size += size;
    this.#state = state;
  }

  /** What is there, good until something is added after {@link clear}; empty where nothing was added. */
  get rows(): Buffer {
    return this.#large ?? this.#memory.subarray(0, this.#size);
  }

  /** After the rows that are there. */
  get state(): ConversionState {
    return this.#state;
  }

  clear(): void {
    this.#large = undefined;
    this.#size = 0;
  }
}
