import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The A/B campaigns of all projects. */
export class CreateAbCampaigns1763800000000 implements MigrationInterface {
  readonly name = 'CreateAbCampaigns1763800000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table ab_campaigns (
        id uuid primary key,
        project_id uuid not null,
        key text not null,
        name text not null,
        metric_id uuid not null,
        model_ids uuid[] not null,
        traffic_split double precision not null,
        feedback_type text not null,
        auto_deploy boolean not null,
        status text not null,
        winner_model_id uuid,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint ab_campaigns_key_taken unique (project_id, key)
      )`);
    await queries.query(`
      create unique index ab_campaigns_one_takes_traffic on ab_campaigns (project_id)
      where traffic_split > 0 and status in ('warmup', 'in_progress')`);
    await queries.query('create index ab_campaigns_by_age on ab_campaigns (project_id, created_at, id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table ab_campaigns');
  }
}
