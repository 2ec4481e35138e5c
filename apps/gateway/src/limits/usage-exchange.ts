import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { apiKeyUsageState, type ApiKeyUsage } from '@earshot/contracts-projects';
import {
  eventHeaders,
  InjectReplica,
  newCallContext,
  RecordPublisher,
  StateReplica,
  type PublishableRecord,
} from '@earshot/messaging';
import { CONFIG } from '@earshot/service-kit';
import { v7 } from 'uuid';
import type { GatewayConfig } from '../config.js';
import { isExpired } from './key-usage.js';
import { UsageTable } from './usage-table.js';

/** Minimum interval between reports: the lag between gateways. */
const reportIntervalMs = 250;

/**
 * Interval at which concurrent requests are reported again, so that other gateways do not take this one for stopped.
 */
const sweepIntervalMs = 1_500;

/** Delay after which gateways delete the expired reports of another one. */
const orphanDelayMs = 60_000;

/** Exchanges the usage of keys with limits with the other gateways, over a state topic. */
@Injectable()
export class UsageExchange implements OnModuleInit, OnModuleDestroy {
  readonly #gateway: string;
  #reportedAt = 0;
  #next: NodeJS.Timeout | undefined;
  #reporting = false;
  #closed = false;
  #sweeper: NodeJS.Timeout | undefined;
  #cleaning = false;

  constructor(
    private readonly usages: UsageTable,
    private readonly records: RecordPublisher,
    @InjectReplica(apiKeyUsageState) private readonly replica: StateReplica<ApiKeyUsage>,
    @Inject(CONFIG) { instance }: Pick<GatewayConfig, 'instance'>,
  ) {
    this.#gateway = `${instance}.${v7()}`;
  }

  onModuleInit(): void {
    this.replica.onChange((_key, usage) => {
      if (usage === undefined || usage.gateway === this.#gateway || isExpired(usage, Date.now())) return;
      this.usages.of(usage.key_id).receive(usage);
    });
    this.usages.onChange(() => this.#wake());
    this.#sweeper = setInterval(() => this.#sweep(Date.now()), sweepIntervalMs);
  }

  onModuleDestroy(): void {
    this.#closed = true;
    clearTimeout(this.#next);
    clearInterval(this.#sweeper);
  }

  #wake(): void {
    if (this.#next !== undefined || this.#reporting || this.#closed) return;
    const wait = Math.max(0, this.#reportedAt + reportIntervalMs - Date.now());
    this.#next = setTimeout(() => void this.#report(), wait);
  }

  async #report(): Promise<void> {
    this.#next = undefined;
    this.#reporting = true;
    const now = Date.now();
    const changed = this.usages.takeChanged();
    this.#reportedAt = now;
    const sent = await this.#publish([...changed].map((usage) => usage.report(this.#gateway, now)));
    this.#reporting = false;
    // Failed reports are sent with the next ones.
    if (!sent) for (const usage of changed) this.usages.touch(usage);
    else if (this.usages.hasChanged) this.#wake();
  }

  #sweep(now: number): void {
    this.usages.expire(now);
    for (const usage of this.usages.values()) if (usage.concurrent > 0) this.usages.touch(usage);
    if (!this.#cleaning) void this.#cleanUp(now);
  }

  async #cleanUp(now: number): Promise<void> {
    const expired = [...this.replica.values()].filter((usage) =>
      isExpired(usage, usage.gateway === this.#gateway ? now : now - orphanDelayMs),
    );
    if (expired.length === 0) return;
    this.#cleaning = true;
    await this.#publish(expired, null);
    this.#cleaning = false;
  }

  /** @param value null deletes the reports. @returns whether the broker acknowledged them. */
  #publish(usages: readonly ApiKeyUsage[], value?: null): Promise<boolean> {
    const headers = eventHeaders(apiKeyUsageState.type, newCallContext());
    const records = usages.map((usage): PublishableRecord => ({
      topic: apiKeyUsageState.topic.name,
      key: apiKeyUsageState.key(usage),
      type: apiKeyUsageState.type,
      value: value === null ? null : Buffer.from(JSON.stringify(usage)),
      headers,
    }));
    return this.records.publish(records).then(
      () => true,
      () => false,
    );
  }
}
