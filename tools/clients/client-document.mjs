import { shorten } from '../openapi/shorten.mjs';

/** What the client packages type: the half of the interface that clients of OpenAI lack, and chats. */
const tags = new Set([
  'Chat',
  'Available models',
  'Feedback',
  'Interactions',
  'Metrics',
  'Review queues',
  'A/B campaigns',
  'Uploads',
  'Datasets',
  'Recipes',
  'Artifacts',
]);

/**
 * Returns the part of the HTTP interface that the client packages are generated from.
 *
 * @param {any} interfaceDocument The OpenAPI document of the gateway.
 * @returns {any}
 */
export function clientDocument(interfaceDocument) {
  const document = structuredClone(interfaceDocument);
  shorten(document);
  const { openapi, info, components } = document;
  const paths = chosenPaths(document.paths);
  const whole = withoutExamples({ openapi, info, paths, components });
  const codes = errorCodesOf(chosenPaths(interfaceDocument.paths));
  whole.components.schemas.ErrorCode = { type: 'string', enum: codes, description: 'Code of an error.' };
  return withUsedComponents(whole);
}

/** The operations with one of the tags, by path and method. */
function chosenPaths(paths) {
  const chosen = Object.entries(paths).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, operation]) => operation.tags.some((tag) => tags.has(tag)));
    return [path, Object.fromEntries(kept)];
  });
  return Object.fromEntries(chosen.filter(([, methods]) => Object.keys(methods).length > 0));
}

/** The codes of all errors, as the responses list them. */
function errorCodesOf(value, found = new Set()) {
  if (Array.isArray(value)) for (const entry of value) errorCodesOf(entry, found);
  else if (value !== null && typeof value === 'object') {
    for (const code of value['x-error-codes'] ?? []) found.add(code);
    for (const entry of Object.values(value)) errorCodesOf(entry, found);
  }
  return [...found].sort();
}

/** Examples are for readers of the document. A property may be named `example`, so only media types lose theirs. */
function withoutExamples(value) {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (value === null || typeof value !== 'object') return value;
  const isPropertyMap = !('schema' in value || 'type' in value || '$ref' in value || 'anyOf' in value);
  const entries = Object.entries(value).filter(([key]) => isPropertyMap || !['example', 'examples'].includes(key));
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutExamples(entry)]));
}

/** Leaves out components that no path refers to, itself or through others. `ErrorCode` stays. */
function withUsedComponents(document) {
  const used = new Set(['#/components/schemas/ErrorCode']);
  const visit = (part) => {
    for (const [, reference] of JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)) {
      if (used.has(reference)) continue;
      used.add(reference);
      const [, , kind, name] = reference.split('/');
      visit(document.components[kind][name]);
    }
  };
  visit(document.paths);
  const components = Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .map(([kind, members]) => [
      kind,
      Object.entries(members).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
    ])
    .filter(([, members]) => members.length > 0)
    .map(([kind, members]) => [kind, Object.fromEntries(members)]);
  return { ...document, components: Object.fromEntries(components) };
}
