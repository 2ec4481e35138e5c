/** Where rows of a table are read or written. */
const place = /\b(?:from|join|into|update|table|only|references)\s+"?(?<schema>[a-z_]+)"?\.(?=["a-z_])/gi;

/**
 * The schemas that the statements in a text name. A service's own is found by the search path of its connections, so that there is none to name.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function schemasNamedIn(text) {
  return [...text.matchAll(place)].map(({ groups }) => groups.schema.toLowerCase());
}
