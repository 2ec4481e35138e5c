import { SetMetadata } from '@nestjs/common';
import type { KeyPermission } from './caller.js';

/** Metadata key of what a route requires. */
export const ACCESS_RULE = 'earshot:access-rule';

/** What a route requires of its caller's key. */
export interface AccessRule {
  /** The key belongs to the installation. */
  readonly admin: boolean;
  /** null: any good key will do. */
  readonly permission: KeyPermission | null;
}

/** The route, or each one of a controller, needs this permission; without one, any good key. */
export const RequirePermission = (permission: KeyPermission | null = null) =>
  SetMetadata(ACCESS_RULE, { admin: false, permission } satisfies AccessRule);

/** The route, or each one of a controller, needs a key of the installation with this permission. */
export const AdminOnly = (permission: KeyPermission = 'manage') =>
  SetMetadata(ACCESS_RULE, { admin: true, permission } satisfies AccessRule);

/** Metadata key of routes that cost. */
export const COUNTS_AGAINST_LIMITS = 'earshot:counts-against-limits';

/**
 * A model answers requests of the route: those under way and their tokens count against the limits of the caller's key, and their places are those
 * that the project has for models. Requests in a minute are counted on every route.
 */
export const CountsAgainstLimits = () => SetMetadata(COUNTS_AGAINST_LIMITS, true);
