import type { z } from 'zod';
import { takesIdempotencyKey } from './route-errors.js';
import type { Route } from './route-inventory.js';
import type { JsonSchema, SchemaBook } from './schema-book.js';

const uuid = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e02';

/** Path parameters by name. An unknown value is a 404. */
const inPath: Record<string, { description: string; example: string }> = {
  project: { description: 'Id (uuid) or key of the project.', example: 'support' },
  model: { description: 'Id (uuid) or key of the model.', example: 'large' },
  tool: { description: 'Id (uuid) or key of the tool.', example: 'weather' },
  dataset: { description: 'Id (uuid) or key of the dataset.', example: 'chats-of-may' },
  recipe: { description: 'Id (uuid) or key of the recipe.', example: 'sft' },
  artifact: { description: 'Id (uuid) of the artifact.', example: uuid },
  metric: { description: 'Id (uuid) or key of the metric.', example: 'helpful' },
  campaign: { description: 'Id (uuid) or key of the A/B campaign.', example: 'large-or-small' },
  key: { description: 'Id (uuid) of the API key.', example: uuid },
  feedback: { description: 'Id (uuid) of the feedback.', example: uuid },
  comparison: { description: 'Id (uuid) of the comparison.', example: uuid },
  queue: { description: 'Id (uuid) or key of the review queue.', example: 'large-or-small' },
  lease: { description: 'Id (uuid) of the lease.', example: uuid },
  review: { description: 'Id (uuid) of the review.', example: uuid },
  completion: { description: 'Id (uuid) of the completion.', example: uuid },
};

/** Request headers, for `components.parameters`. */
export const headerParameters = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    description: 'Your id of the request; the response repeats it. An invalid value is replaced by a new id.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: 'order-4711',
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'Requests a byte range of the file (RFC 9110, section 14.2). Multiple ranges return the whole file.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: '`ETag` of your copy. If the content is unchanged, the response is a 304 without a body.',
    schema: { type: 'string' },
    example: '"5Zx8"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: 'a6d3c1f0',
  },
};

/** Request headers that lead to these statuses. */
const asking: Readonly<Record<number, object>> = {
  206: { $ref: '#/components/parameters/Range' },
  304: { $ref: '#/components/parameters/IfNoneMatch' },
};

/** Returns the path, query and header parameters of a route. @throws Error if a path parameter has no description. */
export function openApiParametersOf(route: Route, schemaBook: SchemaBook): object[] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return [
    ...names.map((name) => pathParameter(name, route)),
    ...(route.query === undefined ? [] : queryParameters(route.query, schemaBook)),
    { $ref: '#/components/parameters/RequestId' },
    ...(route.operation.also ?? []).flatMap((status) => asking[status] ?? []),
    ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function pathParameter(name: string, { path, operation }: Route): object {
  const described = operation.path?.[name] ?? inPath[name];
  if (described === undefined)
    throw new Error(`${path}: add {${name}} to parameters.ts, or to the route's @Operation.`);
  return { name, in: 'path', required: true, schema: { type: 'string', minLength: 1 }, ...described };
}

function queryParameters(query: z.ZodObject, schemaBook: SchemaBook): object[] {
  const { properties = {}, required = [] } = schemaBook.sent(query) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
  }));
}
