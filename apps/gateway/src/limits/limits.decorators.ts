import { SetMetadata } from '@nestjs/common';
import { routeMetadata, type RouteHandler } from '../http/route-handlers.js';

/** Metadata key of routes that count against all limits. */
const COUNTS_AGAINST_LIMITS = 'earshot:counts-against-limits';

/**
 * Requests of the route count against all limits, because a model serves it. Other routes count requests per minute
 * only.
 */
export const CountsAgainstLimits = () => SetMetadata(COUNTS_AGAINST_LIMITS, true);

/** Returns whether requests of a route count against all limits. */
export function countsAgainstLimits(route: RouteHandler): boolean {
  return routeMetadata<boolean>(route, COUNTS_AGAINST_LIMITS) === true;
}
