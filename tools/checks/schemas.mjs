/** Where SQL reads or writes rows of a table. */
const place = /\b(?:from|join|into|update|table|only|references)\s+"?(?<schema>[a-z_]+)"?\.(?=["a-z_])/gi;

/**
 * Returns the schemas that SQL in a text names. A service's own schema is in its search path and needs no name.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function schemasNamedIn(text) {
  return [...text.matchAll(place)].map(({ groups }) => groups.schema.toLowerCase());
}
