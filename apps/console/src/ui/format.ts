const number = new Intl.NumberFormat(undefined);
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

/** 12345 as 12,345. */
export const formatNumber = (value: number): string => number.format(value);

/** 12345 as 12.3K. */
export const formatCompact = (value: number): string => compact.format(value);

/** 0.1234 as 12.3%. */
export const formatShare = (value: number): string => `${(value * 100).toFixed(1)}%`;

/** Longer whole numbers keep all digits. */
const meanDigits = 3;

/** A mean of values or wins, with three digits, as the summary of a report has it: 0.0894, 1, 1,234. */
export function formatMean(value: number): string {
  return Math.abs(value) >= 10 ** meanDigits
    ? formatNumber(Math.round(value))
    : Number(value.toPrecision(meanDigits)).toString();
}

/** Milliseconds as `320 ms` or `4.2 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

const units = [
  { name: 'B', size: 1 },
  { name: 'KiB', size: 2 ** 10 },
  { name: 'MiB', size: 2 ** 20 },
  { name: 'GiB', size: 2 ** 30 },
] as const;

/** Bytes as `3.4 MiB`. */
export function formatBytes(bytes: number): string {
  const unit = units.findLast(({ size }) => bytes >= size) ?? units[0];
  return `${unit.size === 1 ? bytes : (bytes / unit.size).toFixed(1)} ${unit.name}`;
}

/** A time in the language and zone of the browser. */
export const formatTime = (iso: string): string => dateTime.format(new Date(iso));

const ages = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

/** A past time as `5 min. ago`. */
export function formatAge(iso: string, now = Date.now()): string {
  const passedMs = Date.parse(iso) - now;
  const age = ages.find(({ ms }) => Math.abs(passedMs) >= ms) ?? ages[3];
  return relative.format(Math.round(passedMs / age.ms), age.unit);
}

/** A value of a metric in words: every view calls true `yes`, and false `no`. */
export function valueWords(value: boolean | number): string {
  if (typeof value === 'number') return String(value);
  return value ? 'yes' : 'no';
}

/** The key of a model without the project that all models of a view share. */
export function modelName(model: string | null): string | null {
  return model === null ? null : model.slice(model.indexOf('/') + 1);
}
