import ts from 'typescript';

/** A row of docs/conformance.md: what of the interface, and the tests that prove it. */
const row = /^\| (?<owner>[^|]+?) +\| (?<part>[^|]+?) +\| (?<proofs>[^|]+?) +\|$/;
const proof = /\[[^\]]+\]\((?<file>[^)]+)\) “(?<title>[^”]+)”/g;

/**
 * The rows of a document's tables, their code marks taken off.
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
 * What the tests of a file promise, as it is written there: `%s` stands for what is different from one to the next.
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

/** Whether that is `it`, or an `it.each(...)` of any form. */
function testedBy(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 'it';
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) return testedBy(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && testedBy(callee.tag);
}

function plain(cell) {
  return cell.replaceAll('`', '');
}
