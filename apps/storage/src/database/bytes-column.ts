import { Column, type ColumnOptions } from 'typeorm';

/** A `bigint` column of a number of bytes. The driver returns text; no object is larger than 2^53 bytes. */
export function BytesColumn({ nullable = false }: Pick<ColumnOptions, 'nullable'> = {}): PropertyDecorator {
  const from = (value: string | null) => (value === null ? null : Number(value));
  return Column({ type: 'bigint', nullable, transformer: { from, to: (value: unknown) => value } });
}
