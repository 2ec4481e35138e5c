import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parseBody, parseQuery } from '@earshot/dto-common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { bodyOf } from './request-context.js';

/** Where a schema that a handler's parameter is parsed with is kept for those who describe the route: the schema in use, and no other. */
const parsedWith = { body: new WeakMap<object, z.ZodType>(), query: new WeakMap<object, z.ZodType>() };

type Part = keyof typeof parsedWith;

/** Injects the body, a JSON object, as the schema makes it. Throws as `parseBody` does, and `body_missing`. */
export function JsonBody(schema: z.ZodType): ParameterDecorator {
  return parsed('body', schema, (request) => parseBody(schema, bodyOf(request)));
}

/** Injects the query string as the schema makes it. Throws as `parseQuery` does. */
export function ParsedQuery(schema: z.ZodObject): ParameterDecorator {
  return parsed('query', schema, (request) => parseQuery(schema, request.query));
}

/** The schema that the handler's body or query string is parsed with, if any is. */
export function schemaOf(part: 'body', handler: object): z.ZodType | undefined;
export function schemaOf(part: 'query', handler: object): z.ZodObject | undefined;
export function schemaOf(part: Part, handler: object): z.ZodType | undefined {
  return parsedWith[part].get(handler);
}

function parsed(part: Part, schema: z.ZodType, parse: (request: FastifyRequest) => unknown): ParameterDecorator {
  const inject = createParamDecorator((_: unknown, context: ExecutionContext) =>
    parse(context.switchToHttp().getRequest<FastifyRequest>()),
  );
  return (target, name, index) => {
    inject()(target, name, index);
    const handler = (target as Record<string | symbol, object>)[name as string];
    parsedWith[part].set(handler as object, schema);
  };
}
