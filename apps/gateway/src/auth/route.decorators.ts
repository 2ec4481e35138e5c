import { SetMetadata } from '@nestjs/common';
import type { KeyPermission } from './caller.js';

/** Metadata key of the access rule of a route. */
export const ACCESS_RULE = 'earshot:access-rule';

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

/** Metadata key of routes that count against all limits. */
export const COUNTS_AGAINST_LIMITS = 'earshot:counts-against-limits';

/** Requests of the route count against all limits, because a model serves it. Other routes count requests per minute only. */
export const CountsAgainstLimits = () => SetMetadata(COUNTS_AGAINST_LIMITS, true);
