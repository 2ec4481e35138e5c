import { Column, type ColumnOptions } from 'typeorm';

/** A `timestamptz(3)` column whose property has the form of contracts: RFC 3339 in UTC with milliseconds. */
export function TimestampColumn({ nullable = false }: Pick<ColumnOptions, 'nullable'> = {}): PropertyDecorator {
  const from = (value: Date | null) => value?.toISOString() ?? null;
  return Column({ type: 'timestamptz', precision: 3, nullable, transformer: { from, to: (value: unknown) => value } });
}

/** The current time in the form of contracts: RFC 3339 in UTC with milliseconds. */
export function now(): string {
  return new Date().toISOString();
}

/** The next `updated_at` of a row: the current time, or 1 ms after `before` if that is later. */
export function nextUpdate(before: string): string {
  return new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString();
}
