import { applyDecorators, createParamDecorator, UseGuards, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext, Resolver } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLResolveInfo } from 'graphql';
import { contextOf, type RequestContext } from '../auth/request-context.js';
import { listDroppedParams } from '../http/dropped-params.js';
import { ResolverGuard } from './resolver.guard.js';

/** What an operation hands to its resolvers. */
export interface OperationContext {
  readonly request: FastifyRequest;
  /** Not `reply`: Mercurius would set its status. */
  readonly response: FastifyReply;
}

/** Marks a class of resolvers. Each of its fields needs `@RequirePermission` or `@AdminOnly`, as a route does. */
export const GuardedResolver = () => applyDecorators(Resolver(), UseGuards(ResolverGuard));

/** Injects the {@link RequestContext} of a root field. Its idempotency key is scoped to the field and its alias. */
export const FieldContext = createParamDecorator((_: unknown, execution: ExecutionContext): RequestContext => {
  const field = GqlExecutionContext.create(execution);
  const context = contextOf(field.getContext<OperationContext>().request);
  const { fieldName, path } = field.getInfo<GraphQLResolveInfo>();
  return { ...context, operation: `${context.operation} ${fieldName} ${path.key}` };
});

/** Lists fields of the input that have no counterpart in the header `x-earshot-dropped`. */
export type ReportDropped = (names: readonly string[]) => void;

/** Injects a {@link ReportDropped}. The response itself is a thenable, so Nest would wait for its end. */
export const Dropped = createParamDecorator((_: unknown, execution: ExecutionContext): ReportDropped => {
  const { response } = GqlExecutionContext.create(execution).getContext<OperationContext>();
  return (names) =>
    listDroppedParams(
      response,
      names.map((name) => `input.${name}`),
    );
});

/** Returns the context of one of several writes of a field, so that each has an idempotency key of its own. */
export function stepOf<Context extends RequestContext>(context: Context, step: string): Context {
  return { ...context, operation: `${context.operation} ${step}` };
}
