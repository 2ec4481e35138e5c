import { formatAge, formatTime } from './format.js';

/** A time, as its age, with the exact time as a tooltip; or exact. */
export function Time({ iso, isExact = false }: { readonly iso: string; readonly isExact?: boolean }) {
  return (
    <time dateTime={iso} title={formatTime(iso)}>
      {isExact ? formatTime(iso) : formatAge(iso)}
    </time>
  );
}
