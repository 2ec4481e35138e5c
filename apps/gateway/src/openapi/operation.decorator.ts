import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { ErrorCode } from './error-codes.js';

/** Metadata key of what a route's handler says of itself. */
export const OPERATION = 'earshot:operation';

/** Metadata key of the group that a controller's routes belong to. */
export const RESOURCE = 'earshot:resource';

/** A parameter in a path, as the OpenAPI document shows it. */
export interface PathPart {
  readonly description: string;
  readonly example: string;
  readonly schema?: object;
}

/** What the OpenAPI document can't tell from a route's path, parameters and guards. */
export interface OperationText {
  /** Unique, lowerCamelCase: what generated clients name their method. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Parts of the path that are not what `parameters.ts` says of their names. */
  readonly path?: Readonly<Record<string, PathPart>>;
  /** The body by media type, where it is no JSON. */
  readonly takes?: Readonly<Record<string, z.ZodType>>;
  /** Answers beside the usual one that are no errors: a part of it, and that the caller has it already. */
  readonly also?: readonly (206 | 304)[];
  /** Codes of errors that this route gives beside those that follow from what it takes (`common-errors.ts`). */
  readonly errors?: readonly ErrorCode[];
}

/** What a route's handler says of itself, for the OpenAPI document. */
export interface Operation extends OperationText {
  /** Schemas of the answer's body by media type; none for an answer without one. */
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
 * Describes a route that answers with JSON, or (no `answer`) with nothing. The compiler holds the handler to the answer's schema, and the
 * gateway does not start with a route that is not described.
 */
export function Operation<Answer extends z.ZodType = z.ZodVoid>(
  text: OperationText & { readonly answer?: Answer },
): DecoratorOf<MethodOf<z.output<Answer>>> {
  const { answer, ...rest } = text;
  const answers: Operation['answers'] = answer === undefined ? {} : { 'application/json': answer };
  return SetMetadata(OPERATION, { ...rest, answers } satisfies Operation);
}

/** Describes a route that writes its answer itself. */
export function RawOperation(operation: Operation): DecoratorOf<Method> {
  return SetMetadata(OPERATION, operation);
}

/** Groups of routes, in the order in which they are shown. */
export const resources = {
  Chat: 'Answers to conversations, whole or as a stream.',
  'Text completions': 'Answers to single texts, in the form of an older revision.',
  Embeddings: 'Vectors of texts.',
  'Available models': "The models that a key may use, in the shape of OpenAI's interface.",
  Interactions: 'What was said and answered: the record of it, and what is imported into it.',
  Datasets: 'Conversations to train and test with, one a line.',
  Recipes: 'Programs that make training runs, as zips; kept here, not executed.',
  Artifacts: 'Files of any kind that a project keeps.',
  Images: 'Pictures that chats may name, kept once in their project.',
  Uploads: 'Files that are sent in parts.',
  Feedback: 'What people say about answers and sessions.',
  Projects: 'What everything else belongs to.',
  Models: 'The models of a project, and where they run.',
  Tools: 'What models of a project may call.',
  'Audit log': 'Who changed what.',
  'A/B campaigns': 'Comparisons of models on real traffic.',
  Metrics: 'What answers are judged by, and what was said in numbers.',
  'API keys': 'Keys of one project.',
  'Installation keys': 'Keys that may name any project.',
  Service: 'Probes, metrics and this description.',
} as const;

/** Puts all routes of a controller into a group. */
export const Resource = (name: keyof typeof resources) => SetMetadata(RESOURCE, name);
