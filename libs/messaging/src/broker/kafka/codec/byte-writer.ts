const twoTo32 = 2 ** 32;

/**
 * Writes the types of Kafka's protocol (https://kafka.apache.org/protocol#protocol_types) one after the other into one buffer. Integers are safe
 * integers: offsets and times are.
 */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  /** @param expectedBytes where more comes, it grows. */
  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes);
  }

  /** What was written. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  get length(): number {
    return this.#length;
  }

  int8(value: number): void {
    const at = this.#reserve(1);
    this.#bytes.writeInt8(value, at);
  }

  int16(value: number): void {
    const at = this.#reserve(2);
    this.#bytes.writeInt16BE(value, at);
  }

  int32(value: number): void {
    const at = this.#reserve(4);
    this.#bytes.writeInt32BE(value, at);
  }

  /** Over what was written there. @param value signed or unsigned. */
  int32At(at: number, value: number): void {
    this.#bytes.writeInt32BE(value | 0, at);
  }

  int64(value: number): void {
    const at = this.#reserve(8);
    this.#bytes.writeInt32BE(Math.floor(value / twoTo32), at);
    this.#bytes.writeUInt32BE(value >>> 0, at + 4);
  }

  /** @param value not negative. */
  unsignedVarint(value: number): void {
    let at = this.#reserve(unsignedVarintSize(value));
    let left = value;
    for (; left > 127; left >>>= 7) this.#bytes[at++] = (left & 127) | 128;
    this.#bytes[at] = left;
  }

  /** In zigzag encoding. */
  varint(value: number): void {
    this.unsignedVarint(zigzag(value));
  }

  compactString(text: string): void {
    const length = Buffer.byteLength(text);
    this.unsignedVarint(length + 1);
    this.#text(text, length);
  }

  /** Bytes, or text as UTF-8, behind their length as a varint; -1 is null. */
  varintBytes(value: Buffer | string | null): void {
    const length = lengthOf(value);
    this.varint(length);
    if (typeof value === 'string') this.#text(value, length);
    else if (value !== null) this.#copy(value);
  }

  /** The tagged fields of a structure: none. */
  noTags(): void {
    this.int8(0);
  }

  #text(text: string, length: number): void {
    const at = this.#reserve(length);
    this.#bytes.write(text, at, length);
  }

  #copy(value: Buffer): void {
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
  }

  /** To be called before the buffer is looked at: it may be another one then. @returns where so many bytes may be written. */
  #reserve(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return at;
  }
}

/** Bytes that {@link ByteWriter.varintBytes} takes. */
export function varintBytesSize(value: Buffer | string | null): number {
  const length = lengthOf(value);
  return varintSize(length) + Math.max(0, length);
}

/** Bytes that {@link ByteWriter.varint} takes. */
export function varintSize(value: number): number {
  return unsignedVarintSize(zigzag(value));
}

function unsignedVarintSize(value: number): number {
  let size = 1;
  for (let left = value >>> 7; left > 0; left >>>= 7) size += 1;
  return size;
}

function lengthOf(value: Buffer | string | null): number {
  if (value === null) return -1;
  return typeof value === 'string' ? Buffer.byteLength(value) : value.length;
}

/** @returns an unsigned integer of 32 bits. */
function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}
