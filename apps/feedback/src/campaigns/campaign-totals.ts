import type { Transaction } from '@earshot/persistence';
import type { CountedCampaign } from './campaign.js';

/** Totals of a model of a campaign, or (for comparisons) of a model against another. */
export interface CampaignTotals {
  readonly model_id: string;
  readonly rival_id: string;
  /** Independent observations. */
  readonly units: number;
  /** Mean of the means of the units; 0 for none. */
  readonly mean: number;
  /** Sum of squared deviations of the means of the units. */
  readonly squares: number;
  /** Share of ties in the units. */
  readonly tie_share: number;
  /** Number of values or comparisons. */
  readonly count: number;
  /** Sum of the values; of comparisons the wins, ties as a half. */
  readonly sum: number;
  readonly ties: number;
}

/**
 * The statement that adds changes to the units and totals. A total loses the old state of a unit and gains the new one.
 * Both are exact decimals, so removals leave no rounding error.
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

/** Reads the totals of a campaign. A mean or variance beyond a double is infinite. */
export async function totalsOf(tx: Transaction, { id }: Pick<CountedCampaign, 'id'>): Promise<CampaignTotals[]> {
  const rows: Record<keyof CampaignTotals, string>[] = await tx.query(
    `select model_id, rival_id, units::text as units, (sum_of_means / units)::text as mean,
       greatest(sum_of_squares - sum_of_means * sum_of_means / units, 0)::text as squares,
       (sum_of_tie_shares / units)::text as tie_share, count::text as count, sum::text as sum, ties::text as ties
     from campaign_totals where campaign_id = $1 and units > 0`,
    [id],
  );
  return rows.map(({ model_id, rival_id, units, mean, squares, tie_share, count, sum, ties }) => ({
    ...{ model_id, rival_id, units: Number(units), mean: Number(mean), squares: Number(squares) },
    ...{ tie_share: Number(tie_share), count: Number(count), sum: Number(sum), ties: Number(ties) },
  }));
}
