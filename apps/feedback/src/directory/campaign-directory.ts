import { Injectable } from '@nestjs/common';
import { abCampaignsState, type AbCampaign } from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';

/** The A/B campaigns of the installation, as the inference service publishes them. */
@Injectable()
export class CampaignDirectory {
  constructor(@InjectReplica(abCampaignsState) private readonly replica: StateReplica<AbCampaign>) {}

  /** Whether what is not known here is not there either, but for the latest changes. */
  get isReady(): boolean {
    return this.replica.isReady;
  }

  /** As far as this process has read. */
  find(id: string): AbCampaign | undefined {
    return this.replica.get(id);
  }

  /** All of them, as far as this process has read. */
  all(): IterableIterator<AbCampaign> {
    return this.replica.values();
  }

  /** Resolves once everything is known that was published before this call. @throws AppError `service_unavailable` */
  fence(): Promise<void> {
    return this.replica.fence();
  }

  /** Told of each campaign that is new, and (`isThere` false) of each that is gone. */
  onComingOrGoing(listener: (id: string, isThere: boolean) => void): void {
    this.replica.onChange((id, value, previous) => {
      if (value === undefined || previous === undefined) listener(id, value !== undefined);
    });
  }
}
