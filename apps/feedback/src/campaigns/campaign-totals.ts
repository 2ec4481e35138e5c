import type { Transaction } from '@earshot/persistence';
import type { CountedCampaign } from './campaign.js';

/** What a model of a campaign has come to, or (in comparisons) a model against another. */
export interface CampaignTotals {
  readonly modelId: string;
  readonly rivalId: string;
  /** Independent observations. */
  readonly units: number;
  /** Of the means of the units; 0 where there are none. */
  readonly mean: number;
  /** Sum of the squared distances of the means of the units from their mean. */
  readonly squares: number;
  /** What part of the units ties are. */
  readonly tieShare: number;
  /** Values, or comparisons. */
  readonly count: number;
  /** Of the values; of comparisons, what the model has won, ties as a half. */
  readonly sum: number;
  readonly ties: number;
}

/**
 * The statement that adds changes to the units and to their totals. A total loses what a unit was and gains what it is now: both are made of the same decimal
 * numbers in the same way whenever they are needed, so what is taken away again leaves nothing behind.
 *
 * @param changes the query of them: campaign_id, model_id, rival_id, unit_id, value, tie, sign.
 */
export function addUp(changes: string): string {
  return `
    with one as (${changes}),
    change as (
      select campaign_id, model_id, rival_id, unit_id, sum(sign) as count, sum(sign * value) as sum, sum(sign * tie) as ties
      from one group by campaign_id, model_id, rival_id, unit_id
    ),
    before as (select units.* from campaign_units units join change using (campaign_id, model_id, rival_id, unit_id)),
    after as (
      insert into campaign_units as kept (campaign_id, model_id, rival_id, unit_id, count, sum, ties)
      select campaign_id, model_id, rival_id, unit_id, count, sum, ties from change
      on conflict (campaign_id, model_id, rival_id, unit_id) do update set
        count = kept.count + excluded.count, sum = kept.sum + excluded.sum, ties = kept.ties + excluded.ties
      returning *
    ),
    unit as (
      select campaign_id, model_id, rival_id, count, sum, ties, 1 as sign from after where count > 0
      union all
      select campaign_id, model_id, rival_id, count, sum, ties, -1 as sign from before
    )
    insert into campaign_totals as kept
      (campaign_id, model_id, rival_id, units, sum_of_means, sum_of_squares, sum_of_tie_shares, count, sum, ties)
    select campaign_id, model_id, rival_id, sum(sign), sum(sign * (sum / count)), sum(sign * (sum / count) * (sum / count)),
      sum(sign * (ties::numeric / count)), sum(sign * count), sum(sign * sum), sum(sign * ties)
    from unit group by campaign_id, model_id, rival_id
    on conflict (campaign_id, model_id, rival_id) do update set
      units = kept.units + excluded.units,
      sum_of_means = kept.sum_of_means + excluded.sum_of_means,
      sum_of_squares = kept.sum_of_squares + excluded.sum_of_squares,
      sum_of_tie_shares = kept.sum_of_tie_shares + excluded.sum_of_tie_shares,
      count = kept.count + excluded.count,
      sum = kept.sum + excluded.sum,
      ties = kept.ties + excluded.ties`;
}

/** What a campaign has come to. A mean or a variance beyond what a double can hold is infinite. */
export async function totalsOf(tx: Transaction, { id }: Pick<CountedCampaign, 'id'>): Promise<CampaignTotals[]> {
  const rows: Row[] = await tx.query(
    `select model_id, rival_id, units::text as units, (sum_of_means / units)::text as mean,
       greatest(sum_of_squares - sum_of_means * sum_of_means / units, 0)::text as squares,
       (sum_of_tie_shares / units)::text as tie_share, count::text as count, sum::text as sum, ties::text as ties
     from campaign_totals where campaign_id = $1 and units > 0`,
    [id],
  );
  return rows.map((row) => ({
    modelId: row.model_id,
    rivalId: row.rival_id,
    units: Number(row.units),
    mean: Number(row.mean),
    squares: Number(row.squares),
    tieShare: Number(row.tie_share),
    count: Number(row.count),
    sum: Number(row.sum),
    ties: Number(row.ties),
  }));
}

type Row = Record<
  'model_id' | 'rival_id' | 'units' | 'mean' | 'squares' | 'tie_share' | 'count' | 'sum' | 'ties',
  string
>;
