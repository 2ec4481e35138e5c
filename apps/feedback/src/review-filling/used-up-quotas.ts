import { Injectable } from '@nestjs/common';
import { interactionQuotasState, type UsedUpQuota } from '@earshot/contracts-interactions';
import { quotaExceeded } from '@earshot/errors';
import { InjectReplica, StateReplica } from '@earshot/messaging';

/** Projects that may store no more interactions, and so no replays. */
@Injectable()
export class UsedUpQuotas {
  constructor(@InjectReplica(interactionQuotasState) private readonly replica: StateReplica<UsedUpQuota>) {}

  /** Their ids. */
  projects(): string[] {
    return [...this.replica.values()].map(({ project_id }) => project_id);
  }

  /** @throws AppError `quota_exceeded` */
  check(projectId: string): void {
    const usedUp = this.replica.get(projectId);
    if (usedUp !== undefined) throw quotaExceeded('interactions', usedUp.limit);
  }
}
