import type { PublishableRecord, RecordPublisher } from '@earshot/messaging';

/** A broker's end of the outbox: keeps what it gets, and can be away. */
export class CollectingPublisher implements Pick<RecordPublisher, 'publish'> {
  readonly published: PublishableRecord[] = [];
  away = false;
  /** Awaited by every call before it is acknowledged. */
  acknowledge: Promise<void> = Promise.resolve();

  async publish(records: readonly PublishableRecord[]): Promise<void> {
    if (this.away) throw new Error('the broker is away');
    this.published.push(...records);
    await this.acknowledge;
  }

  get keys(): (string | null)[] {
    return this.published.map(({ key }) => key);
  }
}
