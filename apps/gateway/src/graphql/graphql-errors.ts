import { AppError, invalidRequest, toWireError } from '@earshot/errors';
import type { GraphQLError } from 'graphql';
import type { GraphqlErrorBody } from './graphql-request.js';

/** Kinds whose messages the official client replaces by a hint, in the order in which it looks for them. */
const hintedKinds = ['project', 'metric', 'model', 'user', 'integration'];

/** Places of an error in the document. */
type Places = Partial<Pick<GraphQLError, 'locations' | 'path'>>;

/** Returns an error of a document as an AppError: that of a resolver, or else `graphql_invalid`. */
export function causeOf(error: GraphQLError): unknown {
  const { originalError } = error;
  // Errors of the document and its variables have no cause, or one of graphql-js.
  const isOfDocument = originalError == null || (originalError.name === 'GraphQLError' && error.path === undefined);
  return isOfDocument ? invalidRequest('graphql_invalid', error.message) : originalError;
}

/** Converts an error to the form of GraphQL, with the code of REST in its extensions. */
export function graphqlError(cause: unknown, requestId: string, { locations, path }: Places = {}): GraphqlErrorBody {
  const { message, code, type, param = null, ...rest } = toWireError(cause);
  return {
    message: cause instanceof AppError && type === 'not_found_error' ? entityNotFound(code, message) : message,
    ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    ...(path && { path: [...path] }),
    extensions: { code, type, detail: message, param, ...rest, request_id: requestId },
  };
}

/**
 * Returns the message of a missing resource. The client takes the first of its kinds that occurs anywhere in the
 * message. So a name that contains another kind is left out.
 */
function entityNotFound(code: string, message: string): string {
  const kind = code.replace(/_not_found$/, '').replaceAll('_', ' ');
  const full = `EntityNotFound: ${message}`;
  const short = `EntityNotFound: ${kind}`;
  return hintOf(full) === hintOf(short) ? full : short;
}

function hintOf(message: string): string | undefined {
  return hintedKinds.find((kind) => message.toLowerCase().includes(kind));
}
