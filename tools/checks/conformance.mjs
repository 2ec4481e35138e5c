import ts from 'typescript';

const heading = /^### (?<owner>.+)$/;
const proof = /\[[^\]]+\]\((?<file>[^)]+)\) “(?<title>[^”]+)”/g;

/**
 * Parses docs/conformance.md: a heading for each owner, below it items of parts with nested items of tests.
 *
 * @param {string} text
 * @returns {{ owner: string, part: string, proofs: { file: string, title: string }[] }[]} Without code marks.
 */
export function rowsOf(text) {
  return text.split(/^(?=#)/m).flatMap((section) => {
    const owner = heading.exec(section.split('\n')[0])?.groups.owner;
    return owner === undefined
      ? []
      : section
          .split(/^- /m)
          .slice(1)
          .flatMap((item) => rowsOfItem(plain(owner), item));
  });
}

function rowsOfItem(owner, item) {
  const [parts, ...tests] = item.split(/^ +- /m).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const proofs = tests.flatMap((test) => [...test.matchAll(proof)].map(({ groups }) => ({ ...groups })));
  return plain(parts)
    .split(', ')
    .map((part) => ({ owner, part, proofs }));
}

/**
 * Returns the test names of a file as written; `%s` matches the parameters of `it.each`.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Set<string>}
 */
export function titlesIn(file, text) {
  const titles = new Set();
  const visit = (node) => {
    const title = ts.isCallExpression(node) && testedBy(node.expression) ? node.arguments[0] : undefined;
    if (title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return titles;
}

/** Whether the callee is `it` or any form of `it.each(...)`. */
function testedBy(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 'it';
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) return testedBy(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && testedBy(callee.tag);
}

function plain(text) {
  return text.replaceAll('`', '');
}
