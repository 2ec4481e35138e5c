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
  return {
    caller: callerOf(request),
    call: managementCall(request),
    operation: `${request.method} ${path}`,
    idempotencyKey: idempotencyKeyOf(request),
  };
});

/** The call of a request that manages something: who asks is in it, for the audit log. */
export function managementCall(request: FastifyRequest): CallContext {
  const { keyId, keyName } = callerOf(request);
  return { ...request.call, actor: { key_id: keyId, key_name: keyName, address: request.ip } };
}

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
