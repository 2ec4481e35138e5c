import { Column, type ColumnOptions } from 'typeorm';

/** A `timestamptz(3)` column whose property is what contracts say: RFC 3339 in UTC with milliseconds. */
export function TimestampColumn({ nullable = false }: Pick<ColumnOptions, 'nullable'> = {}): PropertyDecorator {
  const from = (value: Date | null) => value?.toISOString() ?? null;
  return Column({ type: 'timestamptz', precision: 3, nullable, transformer: { from, to: (value: unknown) => value } });
}

/** The time now, as a contract says it. */
export function now(): string {
  return new Date().toISOString();
}

/** The next `updated_at` of a row: now, and always later than before, so that every change shows. */
export function nextUpdate(before: string): string {
  return new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString();
}
