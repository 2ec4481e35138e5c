const output = /\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}/g;

/**
 * Returns arguments with which a template gives a recorded system prompt: records have the text alone. Null where the
 * template has tags or filters, or has changed since.
 */
export function argumentsFrom(template: string, rendered: string): Record<string, string> | null {
  // Text and names take turns. Marks that trim white space would move it between the two.
  const parts = template.split(output);
  const texts = parts.filter((_, index) => index % 2 === 0);
  if (/\{\{-|-\}\}/.test(template) || texts.some((text) => /\{\{|\{%/.test(text))) return null;
  const [first = '', ...rest] = texts;
  if (!rendered.startsWith(first)) return null;
  const values: Record<string, string> = {};
  let at = first.length;
  for (const [index, text] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast ? rendered.length - text.length : rendered.indexOf(text, at);
    if (end < at || !rendered.startsWith(text, end)) return null;
    const [name, value] = [parts[index * 2 + 1] as string, rendered.slice(at, end)];
    // The settings read these as JSON.
    if ((values[name] ?? value) !== value || /^\s*[[{]/.test(value)) return null;
    values[name] = value;
    at = end + text.length;
  }
  return at === rendered.length ? values : null;
}
