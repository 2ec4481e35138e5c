import type { ConversionState } from './conversion.js';

/**
 * Buffers rows for an upload in memory that is reused: buffers outside the heap would pile up between garbage
 * collections.
 */
export class RowBuffer {
  readonly #memory: Buffer;
  /** A batch that is larger than the memory. */
  #large: Buffer | undefined;
  #size = 0;
  #state: ConversionState;

  /** @param bytes capacity. @param state position before the first row. */
  constructor(bytes: number, state: ConversionState) {
    this.#memory = Buffer.allocUnsafeSlow(bytes);
    this.#state = state;
  }

  /** Whether the rows fit into the free memory. */
  hasRoomFor(rows: string): boolean {
    return this.#size === 0 || this.#size + Buffer.byteLength(rows) <= this.#memory.length;
  }

  /** @param state position after these rows. */
  add(rows: string, state: ConversionState): void {
    const size = Buffer.byteLength(rows);
    if (size > this.#memory.length) this.#large = Buffer.from(rows);
    else this.#memory.write(rows, this.#size);
    this.#size += size;
    this.#state = state;
  }

  /** The buffered rows, valid until the first {@link add} after {@link clear}. */
  get rows(): Buffer {
    return this.#large ?? this.#memory.subarray(0, this.#size);
  }

  /** The position after the buffered rows. */
  get state(): ConversionState {
    return this.#state;
  }

  clear(): void {
    this.#large = undefined;
    this.#size = 0;
  }
}
