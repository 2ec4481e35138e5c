import { z } from 'zod';

/** Maximum length of a document; the longest of the official client has 3,000 characters. */
const maxQueryLength = 65_536;

/** Body of `POST /api/graphql`. */
export const graphqlRequestSchema = z
  .strictObject({
    query: z.string().min(1).max(maxQueryLength).describe('GraphQL document.'),
    operationName: z.string().max(256).nullish().describe('Operation of the document; required if it has several.'),
    variables: z.record(z.string(), z.unknown()).nullish().describe('Values of the variables, by name.'),
    extensions: z.record(z.string(), z.unknown()).nullish().describe('Ignored.'),
  })
  .meta({
    id: 'GraphqlRequest',
    description: 'A GraphQL operation.',
    examples: [{ query: 'query Me { me { id name } }' }],
  });

/** Body of `POST /api/graphql`. */
export type GraphqlRequest = z.output<typeof graphqlRequestSchema>;

const graphqlError = z
  .object({
    message: z.string().describe('What was wrong. Starts with `EntityNotFound:` if a named resource does not exist.'),
    locations: z
      .array(z.object({ line: z.int().describe('Line, from 1.'), column: z.int().describe('Column, from 1.') }))
      .optional()
      .describe('Places in the document.'),
    path: z
      .array(z.union([z.string(), z.int()]))
      .optional()
      .describe('Field that failed.'),
    extensions: z
      .looseObject({
        code: z.string().describe('Error code, as in REST.'),
        type: z.string().describe('Type of the error, as in REST.'),
        detail: z.string().describe('The message of REST.'),
        param: z.string().nullable().describe('Invalid field, if any.'),
        request_id: z.string().describe('Id of the request.'),
      })
      .describe('The error as REST reports it.'),
  })
  .meta({ id: 'GraphqlError', description: 'An error of a GraphQL operation.' });

/** Response of `POST /api/graphql`. */
export const graphqlResponseSchema = z
  .object({
    data: z.record(z.string(), z.unknown()).nullish().describe('Values of the fields; absent if nothing was executed.'),
    errors: z.array(graphqlError).optional().describe('Errors; absent for none.'),
  })
  .meta({
    id: 'GraphqlResponse',
    description: 'Result of a GraphQL operation.',
    examples: [{ data: { me: { id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e02', name: 'web shop' } } }],
  });

/** Response of `POST /api/graphql`. */
export type GraphqlResponse = z.output<typeof graphqlResponseSchema>;

/** An error of a response. */
export type GraphqlErrorBody = NonNullable<GraphqlResponse['errors']>[number];
