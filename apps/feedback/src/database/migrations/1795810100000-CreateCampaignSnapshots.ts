import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Past reports of campaigns. One revision of a campaign has one at most, whichever process checks it. */
export class CreateCampaignSnapshots1795810100000 implements MigrationInterface {
  readonly name = 'CreateCampaignSnapshots1795810100000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table campaign_snapshots (
        campaign_id uuid not null,
        revision bigint not null,
        taken_at timestamptz(3) not null,
        status text not null,
        winner_model_id uuid,
        models json not null,
        primary key (campaign_id, revision)
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table campaign_snapshots');
  }
}
