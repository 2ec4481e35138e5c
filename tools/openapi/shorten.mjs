/**
 * Leaves out what typed clients have no use for: headers of responses, and the errors of each status. All errors have
 * one form, so `default` describes them.
 *
 * @param {any} document An OpenAPI document; it is changed.
 */
export function shorten(document) {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const isGood = ([status]) => status.startsWith('2');
    const good = Object.entries(operation.responses).filter(isGood);
    for (const [, response] of good) delete response.headers;
    const error = { description: 'Error', content: { 'application/json': { schema: errorSchemaOf(operation) } } };
    operation.responses = { ...Object.fromEntries(good), default: error };
  }
}

function errorSchemaOf({ responses }) {
  const contents = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  return contents.map(([, response]) => response.content?.['application/json']?.schema).find(Boolean) ?? {};
}
