const words = new Set(['and', 'or', 'not', 'contains', 'true', 'false', 'nil', 'null', 'empty', 'blank', 'in']);

/**
 * Returns the arguments that a Liquid template of a system prompt reads: the first names of its
 * outputs and of its `if`, `unless`, `case`, `when` and `for` tags, without what the template assigns itself.
 */
export function argumentsOfTemplate(template: string): string[] {
  const names = new Set<string>();
  const own = new Set(['forloop']);
  for (const [, output, tag] of template.matchAll(/\{\{-?(.*?)-?\}\}|\{%-?(.*?)-?%\}/gs)) {
    const [, verb = '', rest = ''] = /^\s*(\w+)(.*)$/s.exec(tag ?? '') ?? [];
    if (verb === 'assign' || verb === 'capture' || verb === 'for') own.add(/^\s*(\w+)/.exec(rest)?.[1] ?? '');
    if (output === undefined && !['if', 'elsif', 'unless', 'case', 'when', 'for', 'assign'].includes(verb)) continue;
    for (const name of namesIn(output ?? expressionOf(verb, rest))) names.add(name);
  }
  return [...names].filter((name) => !own.has(name));
}

function expressionOf(verb: string, rest: string): string {
  if (verb === 'for') return /\bin\b(.*)$/s.exec(rest)?.[1]?.trim().split(/\s/)[0] ?? '';
  return verb === 'assign' ? (rest.split('=')[1] ?? '') : rest;
}

/**
 * Names outside of quotes; `user.name` and `user[0]` read `user`. Names of filters do not count, their arguments rarely
 * do.
 */
function namesIn(expression: string): string[] {
  const bare = expression.replace(/"[^"]*"|'[^']*'/g, ' ').split('|')[0] ?? '';
  return [...bare.matchAll(/(?<![\w.])([A-Za-z_]\w*)/g)]
    .map(([, name]) => name as string)
    .filter((name) => !words.has(name));
}
