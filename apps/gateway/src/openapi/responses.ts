import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { errorTypes } from '@earshot/errors';
import type { ErrorBody } from '@earshot/service-kit';
import { anthropicErrorSchema, errorOf, exampleRequestId, isAnthropic } from '../http/anthropic-errors.js';
import { meaningOf, type ErrorMeaning } from './error-codes.js';
import { errorsOf } from './route-errors.js';
import type { Route } from './route-inventory.js';
import type { SchemaBook } from './schema-book.js';

/** Schema of the body of every error response. */
const errorBodySchema = z
  .object({
    error: z
      .object({
        message: z.string().describe('Human-readable message: what was wrong, what was expected and what to do.'),
        type: z.enum(errorTypes).describe('Type of the error.'),
        param: z
          .string()
          .nullable()
          .describe('Path of the invalid field, for example `messages[2].content`; else null.'),
        code: z.string().describe('Error code for programs. Each response lists its codes.'),
        details: z.unknown().optional().describe('Further details, for example all violations of a schema.'),
      })
      .describe('The error.'),
  })
  .meta({
    id: 'Error',
    description: 'Error in the OpenAI format.',
    examples: [
      {
        error: {
          message: 'temperature: expected a number, at most 2, got 3.',
          type: 'invalid_request_error',
          param: 'temperature',
          code: 'invalid_field',
        },
      },
    ],
  }) satisfies z.ZodType<ErrorBody>;

/** Response headers, for `components.headers`. */
export const headers = {
  RequestId: {
    description: 'Id of the request: the one sent in `x-request-id` if valid, else a new id.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitLimit: {
    description:
      'Limit of the API key with the fewest remaining units. Sent only for a key with limits, like the other RateLimit headers.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitRemaining: { description: 'Units that remain of this limit.', schema: { type: 'integer', minimum: 0 } },
  RateLimitReset: {
    description: 'Seconds until the limit is fully restored.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitPolicy: {
    description: 'All limits of the API key.',
    schema: { type: 'string' },
    example: '600;w=60;comment="requests", 20;comment="concurrent"',
  },
  Location: { description: 'Presigned address of the file.', schema: { type: 'string', format: 'uri' } },
  WwwAuthenticate: { description: 'Authentication scheme of the API key.', schema: { const: 'Bearer' } },
};

const headersByStatus: Record<number, Record<string, object>> = {
  401: { 'www-authenticate': { $ref: '#/components/headers/WwwAuthenticate' } },
  429: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } },
  503: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } },
};
const unchanged = 'Not modified: `If-None-Match` has the current `ETag`.';
const redirected =
  'The file is at the address in `Location`, in the bucket, for a minute. Only where the installation sets ' +
  '`EARSHOT_BUCKET_PUBLIC_URL`. Do not send the API key there.';
const onAll = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

const onLimited = {
  'ratelimit-limit': { $ref: '#/components/headers/RateLimitLimit' },
  'ratelimit-remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'ratelimit-reset': { $ref: '#/components/headers/RateLimitReset' },
  'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

/** Returns all responses of a route by status. */
export function responsesOf(route: Route, schemaBook: SchemaBook): Record<string, object> {
  const byStatus = new Map<number, ErrorMeaning[]>();
  for (const meaning of errorsOf(route).map(meaningOf)) {
    byStatus.set(meaning.status, [...(byStatus.get(meaning.status) ?? []), meaning]);
  }
  const errors = [...byStatus].map(([status, meanings]) => [
    status,
    errorResponse(status, meanings, { route, schemaBook }),
  ]);
  return { ...successes(route, schemaBook), ...(Object.fromEntries(errors) as Record<string, object>) };
}

/** Returns bodies by media type, each with its converted schema and its examples. */
export function contentOf(
  bodies: Readonly<Record<string, z.ZodType>>,
  convert: (schema: z.ZodType) => object,
): Record<string, object> {
  const content = Object.entries(bodies).map(([mediaType, schema]) => [
    mediaType,
    { schema: convert(schema), ...examplesOf(schema) },
  ]);
  return Object.fromEntries(content) as Record<string, object>;
}

function examplesOf(schema: z.ZodType): object {
  const { examples = [] } = (schema.meta() ?? {}) as { examples?: unknown[] };
  if (examples.length <= 1) return examples.length === 0 ? {} : { example: examples[0] };
  return { examples: Object.fromEntries(examples.map((value, index) => [`example-${index + 1}`, { value }])) };
}

function successes({ status, operation, access }: Route, schemaBook: SchemaBook): Record<string, object> {
  const headers = { ...onAll, ...(access !== null && onLimited) };
  const content = contentOf(operation.answers, (schema) => schemaBook.given(schema));
  const whole = { description: STATUS_CODES[status], headers, ...(Object.keys(content).length > 0 && { content }) };
  const others = {
    206: { description: 'The requested byte range.', headers, content },
    304: { description: unchanged, headers },
    307: { description: redirected, headers: { ...headers, location: { $ref: '#/components/headers/Location' } } },
  };
  return Object.fromEntries([
    [status, whole],
    ...(operation.also ?? []).map((other) => [other, others[other]] as const),
  ]) as Record<string, object>;
}

function errorResponse(
  status: number,
  meanings: readonly ErrorMeaning[],
  { route, schemaBook }: { route: Route; schemaBook: SchemaBook },
): object {
  return {
    description: meanings.map(({ code, when }) => `\`${code}\`: ${when}.`).join('\n\n'),
    'x-error-codes': meanings.map(({ code }) => code),
    headers: { ...onAll, ...(route.access !== null && onLimited), ...headersByStatus[status] },
    content: {
      'application/json': {
        schema: schemaBook.given(isAnthropic(route.path) ? anthropicErrorSchema : errorBodySchema),
        example: exampleOf(meanings[0] as ErrorMeaning, route.path),
      },
    },
  };
}

function exampleOf({ code, type, when }: ErrorMeaning, path: string): object {
  if (isAnthropic(path))
    return { type: 'error', error: errorOf({ type, code, message: when }), request_id: exampleRequestId };
  return { error: { message: when, type, param: null, code } };
}
