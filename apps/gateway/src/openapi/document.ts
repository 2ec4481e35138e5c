import { sessionCookie } from '../auth/session-cookie.js';
import { isList } from './route-errors.js';
import { contentOf, headers, responsesOf } from './responses.js';
import { resources } from './operation.decorator.js';
import { headerParameters, openApiParametersOf } from './parameters.js';
import type { Route } from './route-inventory.js';
import { SchemaBook } from './schema-book.js';

const description = `Serves language models behind one OpenAI-compatible API, and stores feedback on their answers.

Use the base address \`<address>/api/v1\` with OpenAI clients. Every \`GET\` route also supports \`HEAD\`. An unknown path is a 404
\`path_not_found\`. An unsupported method is a 405 \`method_not_allowed\` with \`Allow\`. Both need no API key.
Handle errors by their \`code\`. Later versions may add codes.`;

/** Returns the OpenAPI 3.1 document of the routes (https://spec.openapis.org/oas/v3.1.1.html). */
export function openApiDocument(routes: readonly Route[], version: string): object {
  const schemaBook = new SchemaBook();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method] = operationOf(route, schemaBook);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Earshot',
      version,
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation.' }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: tagsOf(routes),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key: `es_` and 43 letters or digits. It belongs to one project or to the installation.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'Cookie of `POST /api/v1/sessions`, for browsers. `Authorization` takes precedence.',
        },
        csrfToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-csrf-token',
          description: '`csrf_token` of the session. Writes with the cookie need it.',
        },
      },
      parameters: headerParameters,
      headers,
      schemas: schemaBook.schemas,
    },
  };
}

function operationOf(route: Route, schemaBook: SchemaBook): object {
  const { operation, resource, body } = route;
  const taken = body === undefined ? operation.takes : { 'application/json': body };
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: [operation.description ?? defaultDescriptionOf(route), requirementOf(route)].flat().join('\n\n'),
    tags: [resource],
    ...securityOf(route),
    parameters: openApiParametersOf(route, schemaBook),
    ...(taken !== undefined && {
      requestBody: { required: true, content: contentOf(taken, (schema) => schemaBook.sent(schema)) },
    }),
    responses: responsesOf(route, schemaBook),
  };
}

/** Reads have the security of the document. */
function securityOf({ access, method }: Route): object {
  if (access === null) return { security: [] };
  return method === 'get' ? {} : { security: [{ apiKey: [] }, { session: [], csrfToken: [] }] };
}

function defaultDescriptionOf(route: Route): string[] {
  return isList(route) ? ['Entries are listed oldest first.'] : [];
}

function requirementOf({ access }: Route): string {
  if (access === null) return 'Requires no API key.';
  if (access.admin) return 'Requires an installation key.';
  return access.permission === null ? 'Requires an API key.' : `Requires the permission \`${access.permission}\`.`;
}

function tagsOf(routes: readonly Route[]): object[] {
  const used = new Set(routes.map(({ resource }) => resource));
  return Object.entries(resources)
    .filter(([name]) => used.has(name))
    .map(([name, text]) => ({ name, description: text }));
}
