import { SetMetadata } from '@nestjs/common';

/** Metadata key of routes that cost. */
export const COUNTS_AGAINST_LIMITS = 'earshot:counts-against-limits';

/** The route costs: its requests and the tokens of its answers count against the limits of the caller's key. */
export const CountsAgainstLimits = () => SetMetadata(COUNTS_AGAINST_LIMITS, true);
