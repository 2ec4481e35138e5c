import { SetMetadata } from '@nestjs/common';
import { PUBLIC_ROUTE } from '@earshot/service-kit';
import { routeMetadata, type RouteHandler } from '../http/route-handlers.js';
import type { KeyPermission } from './caller.js';

/** Metadata key of the access rule of a route. */
const ACCESS_RULE = 'earshot:access-rule';

/** Requirements of a route on the key of its caller. */
export interface AccessRule {
  /** Whether it must be a key of the installation. */
  readonly admin: boolean;
  /** null: any valid key. */
  readonly permission: KeyPermission | null;
}

/** The route, or each of a controller, requires this permission; without one, any valid key. */
export const RequirePermission = (permission: KeyPermission | null = null) =>
  SetMetadata(ACCESS_RULE, { admin: false, permission } satisfies AccessRule);

/** The route, or each of a controller, requires an installation key with this permission. */
export const AdminOnly = (permission: KeyPermission = 'manage') =>
  SetMetadata(ACCESS_RULE, { admin: true, permission } satisfies AccessRule);

/** Returns the rule of a route: null for a public one, undefined for one without a rule. */
export function accessRuleOf(route: Pick<RouteHandler, 'controller' | 'handler'>): AccessRule | null | undefined {
  return routeMetadata<boolean>(route, PUBLIC_ROUTE) === true ? null : routeMetadata<AccessRule>(route, ACCESS_RULE);
}
