const expression = /\{\{-?([^}]*)-?\}\}|\{%-?\s*(if|elsif|unless|case|for|assign|capture|when)\b([^%]*)-?%\}/g;
const words = new Set(['and', 'or', 'not', 'contains', 'true', 'false', 'nil', 'null', 'empty', 'blank', 'forloop']);

/** Returns the names that a Liquid template takes from `system_prompt_args`, in order of appearance. */
export function argumentsOf(template: string): string[] {
  const found = new Set<string>();
  const own = new Set(words);
  for (const [, output, tag, rest = ''] of template.matchAll(expression)) {
    if (tag === 'capture' || tag === 'assign' || tag === 'for') own.add(/^\s*(\w+)/.exec(rest)?.[1] ?? '');
    for (const name of namesIn(output ?? valueOf(tag as string, rest))) if (!own.has(name)) found.add(name);
  }
  return [...found];
}

/** The part of a tag that is evaluated. */
function valueOf(tag: string, rest: string): string {
  if (tag === 'capture') return '';
  if (tag === 'assign') return rest.slice(rest.indexOf('=') + 1);
  return tag === 'for' ? (/\bin\s+(\S+)/.exec(rest)?.[1] ?? '') : rest;
}

/** Names outside of quotes and before filters: `user` of `user.name`. */
function namesIn(text: string): string[] {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, ' ').split('|')[0] as string;
  return [...bare.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].map(([name]) => name);
}
