import { Injectable } from '@nestjs/common';
import { apiKeysState, listKeyUses, type ApiKey, type KeyLimits } from '@earshot/contracts-projects';
import type { KeyUsageQuery, KeyUsageResponse } from '@earshot/dto-projects';
import { InjectReplica, StateReplica } from '@earshot/messaging';
import type { RequestContext } from '../auth/request-context.js';
import { windowsOf } from '../limits/rate-limit-windows.js';
import { UsageTable } from '../limits/usage-table.js';
import { ManagementClient, mapPage, type Page } from '../management/management.client.js';

/** Reads the usage of API keys. A project id of null stands for keys of the installation. */
@Injectable()
export class KeyUsageService {
  constructor(
    private readonly management: ManagementClient,
    private readonly usages: UsageTable,
    @InjectReplica(apiKeysState) private readonly keys: StateReplica<ApiKey>,
  ) {}

  /** @throws AppError `cursor_invalid` */
  async list(
    { call }: RequestContext,
    project_id: string | null,
    query: KeyUsageQuery,
  ): Promise<Page<KeyUsageResponse>> {
    const page = await this.management.read(listKeyUses, { ...query, project_id }, call);
    const now = Date.now();
    return mapPage(page, (use) => ({ ...use, limits: this.#limitsOf(use.key_id, now) }));
  }

  #limitsOf(id: string, now: number): KeyUsageResponse['limits'] {
    const limits: KeyLimits | null = this.keys.get(id)?.limits ?? null;
    if (limits === null) return null;
    const unused = { requests: 0, tokens: 0, concurrent: 0, minuteEndsAt: now };
    const total = this.usages.find(id)?.total(now) ?? unused;
    const windows = windowsOf(limits, total, now).map(({ name, used, limit }) => [name, { used, limit }] as const);
    const resets_at = total.minuteEndsAt > now ? new Date(total.minuteEndsAt).toISOString() : null;
    return { ...Object.fromEntries(windows), resets_at };
  }
}
