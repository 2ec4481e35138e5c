import { Injectable } from '@nestjs/common';
import { columnLists, inTransaction, outsideTransactions, rowsOf, write, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { noOpponent, type CampaignChange, type CountedCampaign } from './campaign.js';
import { addUp } from './campaign-totals.js';

/** A campaign whose totals have changed since its last check. */
export interface UncheckedCampaign {
  readonly id: string;
  readonly revision: string;
}

const unitColumns = { campaign_id: 'uuid', model_id: 'uuid', rival_id: 'uuid', unit_id: 'uuid' };

const changeColumns = { ...unitColumns, value: 'numeric', tie: 'integer', sign: 'integer' };

/** Selects everything recorded before a campaign became known. */
const recordedBefore = {
  metric: `select campaigns.id as campaign_id, feedback.model_id, '${noOpponent}'::uuid as rival_id, session_id as unit_id,
      value::text::numeric as value, 0 as tie, 1 as sign
    from campaigns join feedback on feedback.campaign_id = campaigns.id and feedback.metric_id = campaigns.metric_id
    where campaigns.id = $1 and is_current and feedback.model_id = any(campaigns.model_ids)`,
  preference: `select campaigns.id as campaign_id, least(preferred_model_id, other_model_id) as model_id,
      greatest(preferred_model_id, other_model_id) as rival_id,
      md5(least(preferred_session_id, other_session_id)::text || greatest(preferred_session_id, other_session_id)::text)::uuid
        as unit_id,
      case when tied is not null then 0.5 when preferred_model_id < other_model_id then 1 else 0 end as value,
      (tied is not null)::integer as tie, 1 as sign
    from campaigns join comparisons
      on comparisons.metric_id = campaigns.metric_id and comparisons.created_at >= campaigns.created_at
    where campaigns.id = $1 and preferred_model_id = any(campaigns.model_ids)
      and other_model_id = any(campaigns.model_ids) and preferred_model_id <> other_model_id`,
};

/** The queries of campaign totals. Writers hold the locks of the metrics. */
@Injectable()
export class CampaignsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `service_unavailable` */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }

  /** Reads outside of transactions. @throws AppError `service_unavailable` */
  reading<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return outsideTransactions(this.dataSource, work);
  }

  /** Campaigns of these metrics. */
  async ofMetrics(tx: Transaction, ids: readonly string[]): Promise<CountedCampaign[]> {
    const rows: (Omit<CountedCampaign, 'created_at'> & { created_at: Date })[] = await tx.query(
      'select id, metric_id, feedback_type, model_ids, created_at from campaigns where metric_id = any($1::uuid[])',
      [[...new Set(ids)]],
    );
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }

  /** Ids of all counted campaigns. */
  async ids(tx: Transaction): Promise<string[]> {
    const rows: { id: string }[] = await tx.query('select id from campaigns');
    return rows.map(({ id }) => id);
  }

  /** Starts to count a campaign, including everything recorded before. */
  async add(tx: Transaction, { id, metric_id, feedback_type, model_ids, created_at }: CountedCampaign): Promise<void> {
    const added: unknown[] = await tx.query(
      `insert into campaigns (id, metric_id, feedback_type, model_ids, created_at, revision, checked_revision)
       values ($1, $2, $3, $4, $5, 1, 0) on conflict (id) do nothing returning id`,
      [id, metric_id, feedback_type, model_ids, created_at],
    );
    if (added.length > 0) await tx.query(addUp(recordedBefore[feedback_type]), [id]);
  }

  /** Applies changes to the totals of campaigns. */
  async count(tx: Transaction, changes: readonly CampaignChange[]): Promise<void> {
    if (changes.length === 0) return;
    const rows = changes.map(({ value, tie, ...change }) => ({ ...change, value: String(value), tie: Number(tie) }));
    await write(tx, addUp(`select * from ${rowsOf(changeColumns, 'one')}`), columnLists(changeColumns, rows));
    const removed = changes.filter(({ sign }) => sign < 0);
    if (removed.length > 0) {
      await write(
        tx,
        `delete from campaign_units using ${rowsOf(unitColumns, 'gone')}
         where campaign_units.campaign_id = gone.campaign_id and campaign_units.model_id = gone.model_id
           and campaign_units.rival_id = gone.rival_id and campaign_units.unit_id = gone.unit_id
           and campaign_units.count = 0`,
        columnLists(unitColumns, removed),
      );
    }
    await write(tx, 'update campaigns set revision = revision + 1 where id = any($1::uuid[])', [
      [...new Set(changes.map(({ campaign_id }) => campaign_id))],
    ]);
  }

  /** Campaigns to check, in id order. @param after id of the last checked one. */
  unchecked(tx: Transaction, after: string, limit: number): Promise<UncheckedCampaign[]> {
    return tx.query(
      `select id, revision::text as revision from campaigns
       where revision > checked_revision and id > $1 order by id limit $2`,
      [after, limit],
    );
  }

  /** Marks a campaign as checked at its revision, and locks it. @returns false if it was already, or is removed. */
  async checked(tx: Transaction, { id, revision }: UncheckedCampaign): Promise<boolean> {
    const [, marked]: [unknown, number] = await tx.query(
      'update campaigns set checked_revision = $2 where id = $1 and checked_revision < $2',
      [id, revision],
    );
    return marked > 0;
  }

  /** Deletes a batch of rows of a removed campaign. @returns whether there may be more. */
  async deleteBatch(tx: Transaction, id: string, limit: number): Promise<boolean> {
    const [, deleted]: [unknown, number] = await tx.query(
      `delete from campaign_units where ctid = any(array(
         select ctid from campaign_units where campaign_id = $1 limit $2))`,
      [id, limit],
    );
    if (deleted > 0) return true;
    // The lock keeps other transactions from counting in it.
    await tx.query('select from metrics where id = (select metric_id from campaigns where id = $1) for no key update', [
      id,
    ]);
    await tx.query('delete from campaigns where id = $1', [id]);
    await tx.query('delete from campaign_snapshots where campaign_id = $1', [id]);
    await tx.query('delete from campaign_totals where campaign_id = $1', [id]);
    await tx.query('delete from campaign_units where campaign_id = $1', [id]);
    return false;
  }
}
