import type { KeyLimits } from '@earshot/contracts-projects';

/** A key that has limits. */
export interface LimitedKey {
  readonly id: string;
  readonly limits: KeyLimits;
}
