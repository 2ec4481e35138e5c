import { Injectable } from '@nestjs/common';
import type { ReviewQueue } from '@earshot/contracts-feedback';
import { insertRows, outsideTransactions, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';

/** A prompt that a model is to answer again. */
export interface NewReplay {
  readonly model_id: string;
  readonly prompt_hash: string;
  /** The stored answer. */
  readonly completion_id: string;
}

/** The replays of a queue by status. */
export type ReplayCounts = NonNullable<ReviewQueue['replays']>;

const columns = {
  queue_id: 'uuid',
  model_id: 'uuid',
  prompt_hash: 'text',
  completion_id: 'uuid',
  replay_id: 'uuid',
  due_at: 'timestamptz',
  updated_at: 'timestamptz',
};

/** The queries that plan and count replays. */
@Injectable()
export class ReplaysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Number of prompts that a queue has, or had, answered by a model. */
  async count(queueId: string, modelId: string): Promise<number> {
    const [row]: { count: number }[] = await outsideTransactions(this.dataSource, (manager) =>
      manager.query('select count(*)::integer as count from review_replays where queue_id = $1 and model_id = $2', [
        queueId,
        modelId,
      ]),
    );
    return row?.count ?? 0;
  }

  /** Plans replays of prompts that the model was not asked for this queue yet. */
  async plan(tx: Transaction, queue_id: string, replays: readonly NewReplay[]): Promise<void> {
    const now = new Date().toISOString();
    const rows = replays.map((one) => ({ ...one, queue_id, replay_id: v7(), due_at: now, updated_at: now }));
    await insertRows(tx, 'review_replays', columns, rows, 'on conflict do nothing');
  }

  /** Deletes the replays of a queue that have no answer. An answer in flight is discarded when it ends. */
  async abandon(tx: Transaction, queueId: string): Promise<void> {
    await tx.query(`delete from review_replays where queue_id = $1 and status <> 'answered'`, [queueId]);
  }

  /** Counts the replays of queues by the models that these have now. */
  async counts(
    tx: Transaction,
    queues: readonly { readonly id: string; readonly model: string }[],
  ): Promise<ReadonlyMap<string, ReplayCounts>> {
    if (queues.length === 0) return new Map();
    const rows: (ReplayCounts & { id: string })[] = await tx.query(
      `select queue.id, (count(*) filter (where status = 'pending'))::integer as pending,
         (count(*) filter (where status = 'answered'))::integer as answered,
         (count(*) filter (where status = 'failed'))::integer as failed,
         (array_agg(error order by replays.updated_at desc) filter (where error is not null))[1] as last_error
       from unnest($1::uuid[], $2::uuid[]) as queue (id, model)
       left join review_replays replays on replays.queue_id = queue.id and replays.model_id = queue.model
       group by queue.id`,
      [queues.map(({ id }) => id), queues.map(({ model }) => model)],
    );
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }
}
