import { Injectable } from '@nestjs/common';
import { outsideTransactions } from '@earshot/persistence';
import { DataSource } from 'typeorm';

/** The latest answers of a model to a prompt that can be part of a pair: the others are failures, or in progress. */
export const latestAnswers = 3;

/** Answers of a model to a prompt of which the latest ones of a campaign are looked for. */
const comparedAnswers = 100;

/** Answers to look for. */
export interface AnswersQuery {
  readonly project_id: string;
  readonly hashes: readonly string[];
  readonly models: readonly string[];
  /** null: of any campaign and none. */
  readonly ab_campaign: string | null;
}

/** An answer of a model to a prompt. */
export interface Answer {
  readonly prompt_hash: string;
  readonly model_id: string;
  readonly completion_id: string;
  readonly session_id: string;
}

/** The queries of answers to one prompt. */
@Injectable()
export class AnswersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The latest {@link latestAnswers} answers of each model to each prompt, the newest first. */
  latest({ project_id, hashes, models, ab_campaign }: AnswersQuery): Promise<Answer[]> {
    return outsideTransactions(this.dataSource, (manager) =>
      manager.query(
        `select hash as prompt_hash, model_id, answer.completion_id, answer.session_id
         from unnest($2::text[]) as hash cross join unnest($3::uuid[]) as model_id
         cross join lateral (
           select * from (
             select completion_id, session_id, ab_campaign, created_at from completion_refs refs
             where refs.project_id = $1 and refs.prompt_hash = hash and refs.model_id = model_id.model_id
             order by created_at desc limit $5) as recent
           where $4::text is null or ab_campaign = $4 order by created_at desc limit $6) as answer
         order by answer.created_at desc, answer.completion_id`,
        [project_id, hashes, models, ab_campaign, comparedAnswers, latestAnswers],
      ),
    );
  }
}
