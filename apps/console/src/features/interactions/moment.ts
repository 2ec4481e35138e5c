const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** A time in a column of times: the day, and the time to the second. */
export function formatMoment(iso: string): string {
  const date = new Date(iso);
  return `${day.format(date)}, ${clock.format(date)}`;
}
