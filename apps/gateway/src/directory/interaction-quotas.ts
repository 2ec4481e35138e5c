import { Injectable } from '@nestjs/common';
import { interactionQuotasState, type UsedUpQuota } from '@earshot/contracts-interactions';
import { quotaExceeded } from '@earshot/errors';
import { InjectReplica, StateReplica } from '@earshot/messaging';

/** The projects whose quota of interactions is used up, from memory. */
@Injectable()
export class InteractionQuotas {
  constructor(@InjectReplica(interactionQuotasState) private readonly usedUp: StateReplica<UsedUpQuota>) {}

  /** @throws AppError `quota_exceeded` where nothing more of the project is to be recorded. */
  admit(projectId: string): void {
    const usedUp = this.usedUp.get(projectId);
    if (usedUp !== undefined) throw quotaExceeded('interactions', usedUp.limit);
  }
}
