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
import { isWorthless } from './key-usage.js';
import { UsageTable } from './usage-table.js';

/** How long what was counted here waits at most before the others are told: so far gateways can be apart, and a millisecond or two. */
const exchangeIntervalMs = 250;

/** How often requests under way are told again, without which other gateways take this one for dead. */
const lookAroundMs = 1_500;

/** What a gateway left behind is cleaned up by the others, a while after it should have done so itself. */
const leftBehindMs = 60_000;

/** Tells other gateways what keys with limits have used here, and hears it from them. */
@Injectable()
export class UsageExchange implements OnModuleInit, OnModuleDestroy {
  readonly #gateway: string;
  #toldAt = 0;
  #next: NodeJS.Timeout | undefined;
  #telling = false;
  #closed = false;
  #lookout: NodeJS.Timeout | undefined;
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
      if (usage === undefined || usage.gateway === this.#gateway || isWorthless(usage, Date.now())) return;
      this.usages.of(usage.key_id).hear(usage);
    });
    this.usages.onChange(() => this.#wake());
    this.#lookout = setInterval(() => this.#lookAround(Date.now()), lookAroundMs);
  }

  onModuleDestroy(): void {
    this.#closed = true;
    clearTimeout(this.#next);
    clearInterval(this.#lookout);
  }

  #wake(): void {
    if (this.#next !== undefined || this.#telling || this.#closed) return;
    const wait = Math.max(0, this.#toldAt + exchangeIntervalMs - Date.now());
    this.#next = setTimeout(() => void this.#tell(), wait);
  }

  async #tell(): Promise<void> {
    this.#next = undefined;
    this.#telling = true;
    const now = Date.now();
    const changed = this.usages.takeChanged();
    this.#toldAt = now;
    const told = await this.#publish([...changed].map((usage) => usage.tell(this.#gateway, now)));
    this.#telling = false;
    // What the broker did not take is told with the next.
    if (!told) for (const usage of changed) this.usages.touch(usage);
    else if (this.usages.hasChanged) this.#wake();
  }

  #lookAround(now: number): void {
    this.usages.forget(now);
    for (const usage of this.usages.values()) if (usage.concurrent > 0) this.usages.touch(usage);
    if (!this.#cleaning) void this.#cleanUp(now);
  }

  async #cleanUp(now: number): Promise<void> {
    const worthless = [...this.replica.values()].filter((usage) =>
      isWorthless(usage, usage.gateway === this.#gateway ? now : now - leftBehindMs),
    );
    if (worthless.length === 0) return;
    this.#cleaning = true;
    await this.#publish(worthless, null);
    this.#cleaning = false;
  }

  /** @param value in place of the usages themselves: null takes them away. @returns whether the broker has them. */
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
