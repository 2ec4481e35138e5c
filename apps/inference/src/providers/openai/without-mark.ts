/** A text without the byte order mark that it may begin with; just one is taken away. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
