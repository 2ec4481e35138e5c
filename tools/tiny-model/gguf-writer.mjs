/**
 * Writes GGUF version 3: header, metadata, tensor table, tensor data, all little-endian.
 * Source of the layout: the GGUF specification of ggml (gguf.md in the docs folder of its repository).
 */

/**
 * Every tensor starts at a multiple of this many bytes: the format's own default, so no metadata key has to name it.
 */
export const GGUF_ALIGNMENT = 32;

/** ggml's number for a tensor of 32-bit floats. */
const GGML_TYPE_F32 = 0;

const VALUE_TYPES = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 };

/** A number of the named GGUF type: JavaScript's own numbers do not tell an integer from a float. */
export const uint32 = (value) => ({ type: 'uint32', value });
export const float32 = (value) => ({ type: 'float32', value });
export const bool = (value) => ({ type: 'bool', value });
export const string = (value) => ({ type: 'string', value });
/** An array, all items of one type (`string`, `int32`, ...). */
export const arrayOf = (itemType, items) => ({ type: 'array', itemType, items });

function number(bytes, write) {
  const buffer = Buffer.alloc(bytes);
  write(buffer);
  return buffer;
}

const u32 = (value) => number(4, (buffer) => buffer.writeUInt32LE(value));
const u64 = (value) => number(8, (buffer) => buffer.writeBigUInt64LE(BigInt(value)));
const text = (value) => {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([u64(bytes.length), bytes]);
};

const ENCODERS = {
  uint32: u32,
  int32: (value) => number(4, (buffer) => buffer.writeInt32LE(value)),
  float32: (value) => number(4, (buffer) => buffer.writeFloatLE(value)),
  bool: (value) => Buffer.from([value ? 1 : 0]),
  string: text,
};

function encodeValue(entry) {
  if (entry.type !== 'array') return [u32(VALUE_TYPES[entry.type]), ENCODERS[entry.type](entry.value)];
  const head = [u32(VALUE_TYPES.array), u32(VALUE_TYPES[entry.itemType]), u64(entry.items.length)];
  return [...head, ...entry.items.map(ENCODERS[entry.itemType])];
}

function padding(length) {
  return Buffer.alloc((GGUF_ALIGNMENT - (length % GGUF_ALIGNMENT)) % GGUF_ALIGNMENT);
}

function floatBytes(values) {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes;
}

/**
 * The bytes of a GGUF file.
 * `metadata`: object of values made by the helpers above; order is kept.
 * `tensors`: `[{name, shape, values: Float32Array}]`, shape in ggml's order (fastest dimension first).
 */
export function encodeGguf({ metadata, tensors }) {
  const entries = Object.entries(metadata);
  const head = [Buffer.from('GGUF', 'latin1'), u32(3), u64(tensors.length), u64(entries.length)];
  for (const [key, entry] of entries) head.push(text(key), ...encodeValue(entry));

  const data = [];
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    const elements = shape.reduce((product, size) => product * size, 1);
    if (elements !== values.length)
      throw new Error(`tensor ${name}: shape holds ${elements} values, ${values.length} given`);
    head.push(text(name), u32(shape.length), ...shape.map(u64), u32(GGML_TYPE_F32), u64(offset));
    const bytes = floatBytes(values);
    const pad = padding(bytes.length);
    data.push(bytes, pad);
    offset += bytes.length + pad.length;
  }
  const headBytes = Buffer.concat(head);
  return Buffer.concat([headBytes, padding(headBytes.length), ...data]);
}
