import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for two lookups: the feedback of a campaign when the campaign becomes known, and the campaign of a session
 * when its outcome is recorded.
 */
export class IndexCampaigns1795450100000 implements MigrationInterface {
  readonly name = 'IndexCampaigns1795450100000';
  /** An index is made concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `create index concurrently if not exists feedback_by_campaign on feedback (campaign_id) where campaign_id is not null`,
    );
    await queries.query(
      `create index concurrently if not exists completion_refs_in_campaigns
         on completion_refs (session_id, project_id, created_at, completion_id) where ab_campaign is not null`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop index concurrently if exists feedback_by_campaign');
    await queries.query('drop index concurrently if exists completion_refs_in_campaigns');
  }
}
