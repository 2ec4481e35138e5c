import { Injectable } from '@nestjs/common';
import { inTransaction, outsideTransactions, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import type { FoundItem } from '../review-filling/fill.js';
import { NewItemsRepository } from '../review-filling/new-items.repository.js';

/** Replays of a project in flight: as few as keep a queue going. */
const maxOfProject = 2;

/** Projects whose replays are limited further, by their ids. */
export interface ReplayLimits {
  /** They may have none now. */
  readonly none: readonly string[];
  /** They may have one at a time. */
  readonly one: readonly string[];
}

/** A replay that one process makes for now. */
export interface ClaimedReplay {
  readonly queue_id: string;
  readonly project_id: string;
  readonly model_id: string;
  readonly prompt_hash: string;
  /** The stored answer. */
  readonly completion_id: string;
  /** The answer to come. */
  readonly replay_id: string;
  /** Claims so far, with this one, which the row recognises by this number. */
  readonly tries: number;
  /** Time of the request. */
  readonly asked_at: Date;
  /** Whether an earlier claim may have asked for the same answer. */
  readonly resumed: boolean;
}

/** The queries that claim replays, and store how they ended. */
@Injectable()
export class ClaimsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly items: NewItemsRepository,
  ) {}

  /** Claims the replay that is due, of the project with the fewest in flight; null for none. */
  async claim(now: Date, until: Date, limits: ReplayLimits): Promise<ClaimedReplay | null> {
    const rows: ClaimedReplay[] = await outsideTransactions(this.dataSource, (manager) =>
      manager.query(
        `with running as (
           select queue.project_id, count(*) as count
           from review_replays replay join review_queues queue on queue.id = replay.queue_id
           where status = 'pending' and claimed_until > $1 group by queue.project_id),
         due as (
           select replay.queue_id, replay.model_id, replay.prompt_hash, queue.project_id
           from review_replays replay join review_queues queue on queue.id = replay.queue_id
           left join running on running.project_id = queue.project_id
           where status = 'pending' and due_at <= $1 and (claimed_until is null or claimed_until <= $1)
             and queue.project_id <> all($3::uuid[])
             and coalesce(running.count, 0) < case when queue.project_id = any($4::uuid[]) then 1 else $5 end
           order by coalesce(running.count, 0), due_at limit 1 for update of replay skip locked),
         claimed as (
           update review_replays replay set claimed_until = $2, tries = tries + 1, asked_at = coalesce(asked_at, $1)
           from due where replay.queue_id = due.queue_id and replay.model_id = due.model_id
             and replay.prompt_hash = due.prompt_hash
           returning replay.*, due.project_id, replay.asked_at < $1 as resumed)
         select * from claimed`,
        [now, until, limits.none, limits.one, maxOfProject],
      ),
    );
    return rows[0] ?? null;
  }

  /** Moves the end of a claim that is in force. */
  async extend(replay: ClaimedReplay, until: Date): Promise<void> {
    await outsideTransactions(this.dataSource, (manager) =>
      manager.query(`update review_replays set claimed_until = $5 where ${isHeld}`, [...claimOf(replay), until]),
    );
  }

  /** Stores an answer, and adds the item. It does nothing where the claim has ended. */
  async answered(replay: ClaimedReplay, item: FoundItem): Promise<void> {
    await this.#settle(replay, async (tx) => {
      await this.items.add(tx, { id: replay.queue_id, project_id: replay.project_id }, [item]);
      await this.#update(tx, replay, `status = 'answered', error = null`, []);
    });
  }

  /** Stores why there is no answer. */
  async failed(replay: ClaimedReplay, error: string): Promise<void> {
    await this.#settle(replay, (tx) => this.#update(tx, replay, `status = 'failed', error = $5`, [error]));
  }

  /** Plans another try. @param error why; undefined: the process ends. */
  async postponed(replay: ClaimedReplay, due: Date, error?: string): Promise<void> {
    const changes = 'claimed_until = null, due_at = $5, error = coalesce($6, error)';
    await this.#settle(replay, (tx) => this.#update(tx, replay, changes, [due, error ?? null]));
  }

  /** Gives the replay another answer to come, asked for from now on. @returns it; null where the claim has ended. */
  async renewed(replay: ClaimedReplay, asked_at: Date): Promise<ClaimedReplay | null> {
    const replay_id = v7();
    const changes = 'replay_id = $5, asked_at = $6';
    const holds = await this.#settle(replay, (tx) => this.#update(tx, replay, changes, [replay_id, asked_at]));
    return holds ? { ...replay, replay_id, asked_at, resumed: false } : null;
  }

  /** Forgets a prompt that is not to be replayed. */
  async dropped(replay: ClaimedReplay): Promise<void> {
    await this.#settle(replay, async (tx) => {
      await tx.query(`delete from review_replays where ${isHeld}`, claimOf(replay));
    });
  }

  /** Runs work while the claim is in force: it locks the queue, whose deletion waits, and the row. */
  #settle(replay: ClaimedReplay, work: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return inTransaction(this.dataSource, async (tx) => {
      await tx.query('select from review_queues where id = $1 for no key update', [replay.queue_id]);
      const rows: unknown[] = await tx.query(`select from review_replays where ${isHeld} for update`, claimOf(replay));
      if (rows.length > 0) await work(tx);
      return rows.length > 0;
    });
  }

  async #update(tx: Transaction, replay: ClaimedReplay, changes: string, values: readonly unknown[]): Promise<void> {
    await tx.query(`update review_replays set ${changes}, updated_at = now() where ${isHeld}`, [
      ...claimOf(replay),
      ...values,
    ]);
  }
}

/** Whether a claim is in force: no other has followed, and it was not given back. */
const isHeld = `queue_id = $1 and model_id = $2 and prompt_hash = $3 and tries = $4 and claimed_until is not null
    and status = 'pending'`;

function claimOf({ queue_id, model_id, prompt_hash, tries }: ClaimedReplay): (string | number)[] {
  return [queue_id, model_id, prompt_hash, tries];
}
