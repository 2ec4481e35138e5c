/** Puts text behind what is found first. */
export function after(anchor, insertion) {
  return (text) => replaced(text, anchor, (found) => `${found}${insertion}`);
}

/** Puts text in front of what is found first. */
export function before(anchor, insertion) {
  return (text) => replaced(text, anchor, (found) => `${insertion}${found}`);
}

/** Some services have their schema since before they exist: those lists name every service of the design. */
export function addToList(list, name) {
  return (text) => replaced(text, list, (found) => (found.includes(`'${name}'`) ? found : `${found}, '${name}'`));
}

/** @throws {Error} where nothing is found. */
export function replaced(text, anchor, replace) {
  if (!anchor.test(text)) throw new Error(`nothing matches ${anchor}`);
  return text.replace(anchor, replace);
}

/** One edit after the other. */
export function chain(...steps) {
  return (text) => steps.reduce((done, step) => step(done), text);
}
