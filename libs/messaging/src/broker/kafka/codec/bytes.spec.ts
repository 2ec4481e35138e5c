import { expect, it } from '@jest/globals';
import { ByteReader } from './byte-reader.js';
import { ByteWriter, varintBytesSize, varintSize } from './byte-writer.js';

const maxInt32 = 2 ** 31 - 1;

it('what is written is read, in one buffer that grows as it must', () => {
  const integers = [0, 1, -1, maxInt32, -maxInt32 - 1];
  const long = [0, -1, 2 ** 40 + 7, -(2 ** 40) - 7, Number.MAX_SAFE_INTEGER];
  const writer = new ByteWriter(1);
  for (const value of integers) writer.int32(value);
  for (const value of integers) writer.varint(value);
  for (const value of long) writer.int64(value);
  for (const value of [0, 127, 128, 2 ** 32 - 1]) writer.unsignedVarint(value);
  writer.int8(-3);
  writer.int16(-300);
  writer.compactString('Bücher');
  for (const value of ['Bücher', '', Buffer.from([1, 2]), null]) writer.varintBytes(value);
  writer.noTags();

  const reader = new ByteReader(writer.bytes);
  expect(integers.map(() => reader.int32())).toEqual(integers);
  expect(integers.map(() => reader.varint())).toEqual(integers);
  expect(long.map(() => reader.int64())).toEqual(long);
  expect([1, 2, 3, 4].map(() => reader.unsignedVarint())).toEqual([0, 127, 128, 2 ** 32 - 1]);
  expect([reader.int8(), reader.int16(), reader.compactString()]).toEqual([-3, -300, 'Bücher']);
  expect([1, 2, 3, 4].map(() => reader.varintBytes()?.toString())).toEqual(['Bücher', '', '\u0001\u0002', undefined]);
  reader.skipTags();
  expect(reader.remaining).toBe(0);
});

it.each([0, 1, -1, 63, 64, -65, 8_191, 8_192, maxInt32])('the varint %i is as long as foretold', (value) => {
  const writer = new ByteWriter(8);
  writer.varint(value);
  expect(writer.length).toBe(varintSize(value));
});

it.each([null, '', 'ü', Buffer.alloc(100)])('bytes are as long as foretold (%#)', (value) => {
  const writer = new ByteWriter(8);
  writer.varintBytes(value);
  expect(writer.length).toBe(varintBytesSize(value));
});

it('tagged fields of a newer broker are passed over', () => {
  const reader = new ByteReader(Buffer.from([2, 0, 1, 9, 5, 2, 9, 9, 7]));
  reader.skipTags();
  expect(reader.int8()).toBe(7);
});

it('more than there is can not be read', () => {
  const reader = new ByteReader(Buffer.from([0, 8, 1]));
  expect(() => reader.int32()).toThrow(/bounds/);
  reader.position = 1;
  expect(() => reader.varintBytes()).toThrow(/not there/);
});
