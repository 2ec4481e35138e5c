import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { readJsonObject } from '@earshot/dto-common';
import { invalidRequest } from '@earshot/errors';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.js';

/** What handlers of management requests need to know of a request beside its own fields. */
export interface RequestContext {
  readonly caller: Caller;
  readonly call: CallContext;
  /** Method and path as sent, without the query string: the scope of an idempotency key. */
  readonly operation: string;
  readonly idempotencyKey: string | null;
}

/** Injects the {@link RequestContext}. Throws `idempotency_key_invalid`. */
export const Context = createParamDecorator((_: unknown, context: ExecutionContext): RequestContext => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const path = request.url.split('?', 1)[0] as string;
  const caller = callerOf(request);
  const actor = { key_id: caller.keyId, key_name: caller.keyName, address: request.ip };
  return {
    caller,
    call: { ...request.call, actor },
    operation: `${request.method} ${path}`,
    idempotencyKey: idempotencyKeyOf(request),
  };
});

/** The body, which the server has read already. */
export function bodyOf(request: FastifyRequest): object {
  return (request.body as object | undefined) ?? readJsonObject(undefined);
}

/** The caller of a route that is not public. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('This route was reached without authentication.');
  return caller;
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw invalidRequest(
    'idempotency_key_invalid',
    'The header Idempotency-Key takes 1 to 255 visible ASCII characters.',
    {
      param: 'Idempotency-Key',
    },
  );
}
