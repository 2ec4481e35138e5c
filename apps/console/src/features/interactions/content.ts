/** Formats a text that is JSON; another text stays as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns whether an image is stored by this installation, or part of the message. */
export function isOwnImage(url: string, origin: string): boolean {
  if (url.startsWith('data:image/')) return true;
  return URL.canParse(url, origin) && new URL(url, origin).origin === origin;
}
