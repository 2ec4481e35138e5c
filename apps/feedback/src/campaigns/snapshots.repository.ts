import { Injectable } from '@nestjs/common';
import { maxHistoryPoints, type CampaignHistoryPoint } from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import type { UncheckedCampaign } from './campaigns.repository.js';
import type { Snapshot } from './history.js';

/** The current report is one more point. */
const maxSnapshots = maxHistoryPoints - 1;

type SnapshotRow = Snapshot & { readonly taken_at: Date };

/** The queries of past reports. Writers hold the lock of the campaign's row. */
@Injectable()
export class SnapshotsRepository {
  /**
   * Adds the report at a revision. Beyond 199, deletes the one whose neighbours are closest in time, so that the others
   * stay evenly spaced.
   */
  async add(tx: Transaction, { id, revision }: UncheckedCampaign, snapshot: Snapshot): Promise<void> {
    const { status, winner_model_id, models } = snapshot;
    // The time of the clock, because an earlier transaction may have waited for the lock.
    await tx.query(
      `insert into campaign_snapshots (campaign_id, revision, taken_at, status, winner_model_id, models)
       values ($1, $2, clock_timestamp(), $3, $4, $5) on conflict do nothing`,
      [id, revision, status, winner_model_id, JSON.stringify(models)],
    );
    await tx.query(
      `delete from campaign_snapshots where campaign_id = $1 and revision = (
         select revision from (
           select revision, lead(taken_at) over in_order - lag(taken_at) over in_order as gap, count(*) over () as count
           from campaign_snapshots where campaign_id = $1 window in_order as (order by revision)) as spaced
         where count > $2 and gap is not null order by gap, revision limit 1)`,
      [id, maxSnapshots],
    );
  }

  /** Past reports of a campaign, the oldest first. */
  async of(tx: Transaction, id: string): Promise<CampaignHistoryPoint[]> {
    const rows: SnapshotRow[] = await tx.query(
      `select taken_at, status, winner_model_id, models from campaign_snapshots
       where campaign_id = $1 order by revision`,
      [id],
    );
    return rows.map(({ taken_at, ...snapshot }) => ({ time: taken_at.toISOString(), ...snapshot }));
  }
}
