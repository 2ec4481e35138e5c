import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { ErrorCode } from './error-codes.js';

/** Metadata key of the description of a route. */
export const OPERATION = 'earshot:operation';

/** Metadata key of the OpenAPI tag of a controller. */
export const RESOURCE = 'earshot:resource';

/** A path parameter in the OpenAPI document. */
export interface PathPart {
  readonly description: string;
  readonly example: string;
  readonly schema?: object;
}

/** The part of an operation that does not follow from the path, parameters and guards of its route. */
export interface OperationText {
  /** Unique, lowerCamelCase; generated clients name their method after it. */
  readonly id: string;
  readonly summary: string;
  /** A list without a description is described as sorted from the oldest to the newest entry. */
  readonly description?: string;
  /** Path parameters that differ from those of the same name in `parameters.ts`. */
  readonly path?: Readonly<Record<string, PathPart>>;
  /** Schemas of a body that is not JSON, by media type. */
  readonly takes?: Readonly<Record<string, z.ZodType>>;
  /** Further statuses without an error: partial content, not modified, redirect to the bucket. */
  readonly also?: readonly (206 | 304 | 307)[];
  /** Error codes of the route in addition to those that `route-errors.ts` derives. */
  readonly errors?: readonly ErrorCode[];
}

/** The description of a route in the OpenAPI document. */
export interface Operation extends OperationText {
  /** Schemas of the response body by media type; empty for a response without a body. */
  readonly answers: Readonly<Record<string, z.ZodType>>;
}

type Method = (...args: never[]) => unknown;
type MethodOf<Result> = (...args: never[]) => Promise<Result> | Result;
type DecoratorOf<Handler extends Method> = <H extends Handler>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/**
 * Describes a route that returns JSON, or 204 if `answer` is omitted.
 *
 * The compiler checks the return type of the handler against `answer`. The gateway does not start if a route lacks a
 * description.
 */
export function Operation<Answer extends z.ZodType = z.ZodVoid>(
  text: OperationText & { readonly answer?: Answer },
): DecoratorOf<MethodOf<z.output<Answer>>> {
  const { answer, ...rest } = text;
  if (answer === undefined) return applyDecorators(HttpCode(204), SetMetadata(OPERATION, { ...rest, answers: {} }));
  return RawOperation({ ...rest, answers: { 'application/json': answer } });
}

/** Describes a route that writes its response itself. */
export function RawOperation(operation: Operation): DecoratorOf<Method> {
  return SetMetadata(OPERATION, operation);
}

/** OpenAPI tags, in display order. */
export const resources = {
  Chat: 'Chat completions, with or without streaming.',
  'Text completions': 'Text completions, the legacy form.',
  Embeddings: 'Vectors of texts.',
  OpenAI: 'The routes of OpenAI, with answers to the letter.',
  Anthropic: 'The routes of Anthropic, with answers to the letter.',
  GraphQL: 'The GraphQL interface of the client `adaptive-sdk`.',
  'Available models': 'Models that the key may use, in the OpenAI format.',
  Interactions: 'Recorded and imported prompts and answers.',
  Datasets: 'Conversations for training and testing, one per line.',
  Recipes: 'Training programs as zip files. Earshot stores them and does not run them.',
  Artifacts: 'Files of any kind, stored in a project.',
  Images: 'Images that chats can reference. A project stores each image once.',
  Uploads: 'Resumable multipart uploads.',
  Feedback: 'Feedback on completions, outcomes of sessions and comparisons.',
  'Review queues': 'Queues of completions that people review.',
  Projects: 'Projects own all other resources.',
  Models: 'Models of a project and their providers.',
  Tools: 'Tools that the models of a project can call.',
  'Audit log': 'Log of all changes.',
  'A/B campaigns': 'Comparisons of models on live traffic.',
  Metrics: 'Metrics for feedback, and their summaries.',
  'API keys': 'API keys of one project.',
  'Installation keys': 'API keys for all projects.',
  'Browser sessions': 'Sign-in of browsers with an API key or a link.',
  Service: 'Probes, metrics and API documentation.',
} as const;

/** Sets the OpenAPI tag of all routes of a controller. */
export const Resource = (name: keyof typeof resources) => SetMetadata(RESOURCE, name);
