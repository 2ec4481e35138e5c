import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Review queues compare the answers of two models to one prompt. */
export class IndexAnswersByPrompt1796110100000 implements MigrationInterface {
  readonly name = 'IndexAnswersByPrompt1796110100000';
  /** Outside of a transaction, which concurrent indexes need. */
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `create index concurrently if not exists completion_refs_by_prompt
         on completion_refs (project_id, prompt_hash, model_id, created_at) where model_id is not null`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop index concurrently if exists completion_refs_by_prompt');
  }
}
