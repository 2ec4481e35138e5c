import { Injectable } from '@nestjs/common';
import { ModelDirectory } from '@earshot/directory';
import { ReplaysRepository } from '../review-replays/replays.repository.js';
import type { ClaimedQueue, Found, ReplayedSource } from './fill.js';
import { RateSource } from './rate-source.service.js';
import { UsedUpQuotas } from './used-up-quotas.js';

/** Finds stored answers whose prompts a second model is to answer. */
@Injectable()
export class ReplaySource {
  constructor(
    private readonly rate: RateSource,
    private readonly replays: ReplaysRepository,
    private readonly models: ModelDirectory,
    private readonly quotas: UsedUpQuotas,
  ) {}

  /** @throws AppError `model_not_found`, `quota_exceeded`; as {@link RateSource.scan} */
  async next(queue: ClaimedQueue, { filter, replay }: ReplayedSource, limit: number): Promise<Found> {
    const { id: model_id } = await this.models.require(queue.project_id, replay.model, 'source.replay.model');
    this.quotas.check(queue.project_id);
    const room = Math.min(limit, replay.limit - (await this.replays.count(queue.id, model_id)));
    if (room <= 0) return { items: [], cursor: queue.fill_cursor, more: false };
    const { completions, ...position } = await this.rate.scan(queue, filter, room);
    const others = completions.filter((one) => one.model_id !== model_id);
    const replays = others.map(({ completion_id, prompt_hash }) => ({ model_id, prompt_hash, completion_id }));
    return { ...position, items: [], replays };
  }
}
