/** When a row was changed: now, and in any case later than it was before, so that a change shows in `updated_at`. */
export function nextUpdate(before: Date): Date {
  return new Date(Math.max(Date.now(), before.getTime() + 1));
}
