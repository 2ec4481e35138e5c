import { Query } from '@nestjs/graphql';
import { permissionNames } from '@earshot/dto-projects';
import { NIL } from 'uuid';
import { ApiKeyIndex } from '../../auth/api-key-index.js';
import type { RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import { FieldContext, GuardedResolver } from '../resolver.decorators.js';

/** The API key of the caller, and permissions of keys. */
@GuardedResolver()
@RequirePermission()
export class UsersResolver {
  constructor(private readonly keys: ApiKeyIndex) {}

  @Query('me')
  me(@FieldContext() { caller: { keyId, keyName } }: RequestContext) {
    const id = keyId ?? NIL;
    const createdAt = keyId === null ? undefined : this.keys.replica.get(keyId)?.created_at;
    return {
      id,
      // Reserved by RFC 2606: no mail can arrive there.
      email: `${id}@api-keys.invalid`,
      name: keyName,
      createdAt: createdAt === undefined ? 0 : Date.parse(createdAt),
      teams: [],
    };
  }

  @Query('permissions')
  permissions(): readonly string[] {
    return permissionNames;
  }
}
