import ts from 'typescript';

/** A row of docs/conformance.md: a part of the interface and the tests that prove it. */
const row = /^\| (?<owner>[^|]+?) +\| (?<part>[^|]+?) +\| (?<proofs>[^|]+?) +\|$/;
const proof = /\[[^\]]+\]\((?<file>[^)]+)\) “(?<title>[^”]+)”/g;

/**
 * Parses the rows of a document's tables, without code marks.
 *
 * @param {string} text
 * @returns {{ owner: string, part: string, proofs: { file: string, title: string }[] }[]}
 */
export function rowsOf(text) {
  return text.split('\n').flatMap((line) => {
    const found = row.exec(line)?.groups;
    if (found === undefined || found.owner === 'of' || /^-+$/.test(found.owner)) return [];
    const proofs = [...found.proofs.matchAll(proof)].map(({ groups }) => ({ file: groups.file, title: groups.title }));
    return [{ owner: plain(found.owner), part: plain(found.part), proofs }];
  });
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

function plain(cell) {
  return cell.replaceAll('`', '');
}
