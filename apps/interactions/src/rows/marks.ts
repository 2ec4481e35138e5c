import { createHash } from 'node:crypto';

/** The hash of a label in `interaction_marks` (128 bits): names and values are too long for an index. */
export function labelMark(name: string, value: string): string {
  return markOf(['label', name, value]);
}

/** The hash of a tag in `interaction_marks`. */
export function tagMark(tag: string): string {
  return markOf(['tag', tag]);
}

/** The distinct marks of an interaction. */
export function marksOf({ labels, tags }: { labels: Record<string, string>; tags: readonly string[] }): string[] {
  const marks = [...Object.entries(labels).map(([name, value]) => labelMark(name, value)), ...tags.map(tagMark)];
  return [...new Set(marks)];
}

/** Whether an interaction has marks. */
export function hasMarks({ labels, tags }: { labels: Record<string, string>; tags: readonly string[] }): boolean {
  return tags.length > 0 || Object.keys(labels).length > 0;
}

function markOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
