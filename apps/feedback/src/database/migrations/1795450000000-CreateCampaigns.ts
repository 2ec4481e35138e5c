import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts of A/B campaigns, and the columns of values and comparisons that they need. */
export class CreateCampaigns1795450000000 implements MigrationInterface {
  readonly name = 'CreateCampaigns1795450000000';

  async up(queries: QueryRunner): Promise<void> {
    for (const statement of [...columns, ...tables]) await queries.query(statement);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table campaigns, campaign_units, campaign_totals');
    await queries.query('alter table feedback drop column model_id, drop column campaign_id');
    await queries.query('alter table comparisons drop column preferred_model_id, drop column other_model_id');
  }
}

const columns = [
  'alter table feedback add column model_id uuid, add column campaign_id uuid',
  'alter table comparisons add column preferred_model_id uuid, add column other_model_id uuid',
];

const tables = [
  // Those whose feedback is counted as it comes. A revision that was not checked yet may have decided the campaign.
  `create table campaigns (
     id uuid primary key,
     metric_id uuid not null,
     feedback_type text not null,
     model_ids uuid[] not null,
     created_at timestamptz(3) not null,
     revision bigint not null,
     checked_revision bigint not null
   ) with (fillfactor = 50)`,
  'create index campaigns_by_metric on campaigns (metric_id)',
  'create index campaigns_unchecked on campaigns (id) where revision > checked_revision',
  // What hangs together counts once: the values of a session for a model, or the comparisons of two sessions for two
  // models. The nil id is no model.
  `create table campaign_units (
     campaign_id uuid not null,
     model_id uuid not null,
     rival_id uuid not null,
     unit_id uuid not null,
     count bigint not null,
     sum numeric not null,
     ties bigint not null,
     primary key (campaign_id, model_id, rival_id, unit_id)
   ) with (fillfactor = 80)`,
  // The units added up: their number, their means, the squares of those, their parts of ties; and what they consist of.
  `create table campaign_totals (
     campaign_id uuid not null,
     model_id uuid not null,
     rival_id uuid not null,
     units bigint not null,
     sum_of_means numeric not null,
     sum_of_squares numeric not null,
     sum_of_tie_shares numeric not null,
     count bigint not null,
     sum numeric not null,
     ties bigint not null,
     primary key (campaign_id, model_id, rival_id)
   ) with (fillfactor = 50)`,
];
