import { SetMetadata } from '@nestjs/common';

/** Metadata key of routes that cost. */
export const COUNTS_AGAINST_LIMITS = 'earshot:counts-against-limits';

/**
 * A model answers requests of the route: those under way and their tokens count against the limits of the caller's key, and their places are those
 * that the project has for models. Requests in a minute are counted on every route.
 */
export const CountsAgainstLimits = () => SetMetadata(COUNTS_AGAINST_LIMITS, true);
