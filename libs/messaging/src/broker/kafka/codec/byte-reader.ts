const twoTo32 = 2 ** 32;

/** Reads what a {@link ByteWriter} or a broker wrote. @throws RangeError (Node's) where there is less than is asked for. */
export class ByteReader {
  readonly #bytes: Buffer;
  /** Where the next value begins. */
  position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Bytes that are left. */
  get remaining(): number {
    return this.#bytes.length - this.position;
  }

  int8(): number {
    return this.#bytes.readInt8(this.#pass(1));
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.#pass(2));
  }

  int32(): number {
    return this.#bytes.readInt32BE(this.#pass(4));
  }

  int64(): number {
    const at = this.#pass(8);
    return this.#bytes.readInt32BE(at) * twoTo32 + this.#bytes.readUInt32BE(at + 4);
  }

  unsignedVarint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes.readUInt8(this.#pass(1));
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  /** In zigzag encoding. */
  varint(): number {
    const value = this.unsignedVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** Null reads as an empty one. */
  compactString(): string {
    return this.bytes(this.compactLength()).toString();
  }

  /** Of an array, a text or bytes; null has none. */
  compactLength(): number {
    return Math.max(0, this.unsignedVarint() - 1);
  }

  varintBytes(): Buffer | null {
    const length = this.varint();
    return length < 0 ? null : this.bytes(length);
  }

  /** The same memory. */
  bytes(length: number): Buffer {
    const at = this.#pass(length);
    if (this.position > this.#bytes.length) throw new RangeError(`${length} bytes are not there`);
    return this.#bytes.subarray(at, this.position);
  }

  skip(length: number): void {
    this.position += length;
  }

  /** Of any width. */
  skipVarint(): void {
    while (this.#bytes.readUInt8(this.#pass(1)) > 127);
  }

  skipTags(): void {
    for (let left = this.unsignedVarint(); left > 0; left -= 1) {
      this.unsignedVarint();
      this.skip(this.unsignedVarint());
    }
  }

  #pass(length: number): number {
    const at = this.position;
    this.position += length;
    return at;
  }
}
