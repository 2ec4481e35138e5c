/**
 * Splits Markdown at blank lines outside of fenced code. While an answer streams only its last block
 * changes, so the others need not be parsed again. Indented lines stay with the block before them.
 */
export function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  let wasBlank = false;
  for (const line of markdown.split('\n')) {
    if (wasBlank && fence === null && lines.length > 0 && /^\S/.test(line)) {
      blocks.push(lines.join('\n'));
      lines = [];
    }
    fence = fenceAfter(line, fence);
    wasBlank = line.trim() === '';
    lines.push(line);
  }
  if (lines.some((line) => line.trim() !== '')) blocks.push(lines.join('\n'));
  return blocks;
}

function fenceAfter(line: string, fence: string | null): string | null {
  const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (marks === undefined) return fence;
  if (fence === null) return marks;
  const closes = marks.startsWith(fence) && line.trim() === marks;
  return closes ? null : fence;
}
