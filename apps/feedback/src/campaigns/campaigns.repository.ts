import { Injectable } from '@nestjs/common';
import { inTransaction, outsideTransactions, write, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { noRival, type CampaignChange, type CountedCampaign } from './campaign.js';
import { addUp } from './campaign-totals.js';

/** A campaign whose count has changed since it was last looked at. */
export interface UncheckedCampaign {
  readonly id: string;
  readonly revision: string;
}

const given = `select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::numeric[], $6::integer[], $7::integer[])
  as one (campaign_id, model_id, rival_id, unit_id, value, tie, sign)`;

/** What a campaign would count if it had been known from the beginning. */
const saidBefore = {
  metric: `select campaigns.id as campaign_id, feedback.model_id, '${noRival}'::uuid as rival_id, session_id as unit_id,
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

/** The queries of what campaigns count. Whoever changes it holds the locks of their metrics. */
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

  /** Those that are decided by any of these metrics. */
  async ofMetrics(tx: Transaction, ids: readonly string[]): Promise<CountedCampaign[]> {
    return tx.query(
      `select id, metric_id as "metricId", feedback_type as "feedbackType", model_ids as "modelIds",
              created_at as "createdAt"
       from campaigns where metric_id = any($1::uuid[])`,
      [[...new Set(ids)]],
    );
  }

  /** All that are counted. */
  async ids(tx: Transaction): Promise<string[]> {
    const rows: { id: string }[] = await tx.query('select id from campaigns');
    return rows.map(({ id }) => id);
  }

  /** From now on it is counted, and so is what was said until now. */
  async add(tx: Transaction, { id, metricId, feedbackType, modelIds, createdAt }: CountedCampaign): Promise<void> {
    const added: unknown[] = await tx.query(
      `insert into campaigns (id, metric_id, feedback_type, model_ids, created_at, revision, checked_revision)
       values ($1, $2, $3, $4, $5, 1, 0) on conflict (id) do nothing returning id`,
      [id, metricId, feedbackType, modelIds, createdAt],
    );
    if (added.length > 0) await tx.query(addUp(saidBefore[feedbackType]), [id]);
  }

  /** Brings what campaigns count to what is said now. */
  async count(tx: Transaction, changes: readonly CampaignChange[]): Promise<void> {
    if (changes.length === 0) return;
    await write(tx, addUp(given), [
      ...unitsOf(changes),
      changes.map(({ value }) => String(value)),
      changes.map(({ tie }) => Number(tie)),
      changes.map(({ sign }) => sign),
    ]);
    const emptied = changes.filter(({ sign }) => sign < 0);
    if (emptied.length > 0) {
      await write(
        tx,
        `delete from campaign_units using unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[])
           as gone (campaign_id, model_id, rival_id, unit_id)
         where campaign_units.campaign_id = gone.campaign_id and campaign_units.model_id = gone.model_id
           and campaign_units.rival_id = gone.rival_id and campaign_units.unit_id = gone.unit_id
           and campaign_units.count = 0`,
        unitsOf(emptied),
      );
    }
    await write(tx, 'update campaigns set revision = revision + 1 where id = any($1::uuid[])', [
      [...new Set(changes.map(({ campaignId }) => campaignId))],
    ]);
  }

  /** Those that have to be looked at, in the order of their ids. @param after the last one that was. */
  unchecked(tx: Transaction, after: string, limit: number): Promise<UncheckedCampaign[]> {
    return tx.query(
      `select id, revision::text as revision from campaigns
       where revision > checked_revision and id > $1 order by id limit $2`,
      [after, limit],
    );
  }

  /** It was looked at as it was then. */
  async checked(tx: Transaction, { id, revision }: UncheckedCampaign): Promise<void> {
    await tx.query('update campaigns set checked_revision = $2 where id = $1 and checked_revision < $2', [
      id,
      revision,
    ]);
  }

  /** Forgets some of what a campaign counted that is gone. @returns whether there may be more. */
  async forgetSome(tx: Transaction, id: string, limit: number): Promise<boolean> {
    const [, deleted]: [unknown, number] = await tx.query(
      `delete from campaign_units where ctid = any(array(
         select ctid from campaign_units where campaign_id = $1 limit $2))`,
      [id, limit],
    );
    if (deleted > 0) return true;
    // Under the lock nobody counts anything in it any more.
    await tx.query('select from metrics where id = (select metric_id from campaigns where id = $1) for no key update', [
      id,
    ]);
    await tx.query('delete from campaigns where id = $1', [id]);
    await tx.query('delete from campaign_totals where campaign_id = $1', [id]);
    await tx.query('delete from campaign_units where campaign_id = $1', [id]);
    return false;
  }
}

function unitsOf(changes: readonly CampaignChange[]): unknown[][] {
  return [
    changes.map(({ campaignId }) => campaignId),
    changes.map(({ modelId }) => modelId),
    changes.map(({ rivalId }) => rivalId),
    changes.map(({ unitId }) => unitId),
  ];
}
