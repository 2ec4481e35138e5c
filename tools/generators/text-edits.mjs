/** Inserts text after the first match. */
export function after(anchor, insertion) {
  return (text) => replaced(text, anchor, (found) => `${found}${insertion}`);
}

/** Inserts text before the first match. */
export function before(anchor, insertion) {
  return (text) => replaced(text, anchor, (found) => `${insertion}${found}`);
}

/** Appends to a list, unless the name is in it. */
export function addToList(list, name) {
  return (text) => replaced(text, list, (found) => (found.includes(`'${name}'`) ? found : `${found}, '${name}'`));
}

/** @throws {Error} If nothing matches. */
export function replaced(text, anchor, replace) {
  if (!anchor.test(text)) throw new Error(`nothing matches ${anchor}`);
  return text.replace(anchor, replace);
}

/** Applies edits in order. */
export function chain(...steps) {
  return (text) => steps.reduce((done, step) => step(done), text);
}
