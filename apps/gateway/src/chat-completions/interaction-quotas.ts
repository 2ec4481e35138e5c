import { Injectable } from '@nestjs/common';
import { interactionQuotasState, type UsedUpQuota } from '@earshot/contracts-interactions';
import { quotaExceeded } from '@earshot/errors';
import { InjectReplica, StateReplica } from '@earshot/messaging';

/** The quotas of interactions that are used up, in memory. */
@Injectable()
export class InteractionQuotas {
  constructor(@InjectReplica(interactionQuotasState) private readonly usedUp: StateReplica<UsedUpQuota>) {}

  /** @throws AppError `quota_exceeded` where the project may record no more interactions. */
  admit(projectId: string): void {
    const usedUp = this.usedUp.get(projectId);
    if (usedUp !== undefined) throw quotaExceeded('interactions', usedUp.limit);
  }
}
