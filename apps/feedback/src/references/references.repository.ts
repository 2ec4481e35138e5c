import { Injectable } from '@nestjs/common';
import { outsideTransactions, write, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { campaignIdOf } from './reference.mapper.js';
import type { ArrivingReference, Reference, SessionReference } from './reference.js';

interface Row {
  completion_id: string;
  session_id: string;
  project_id: string;
  model_id: string | null;
  model: string;
  user_id: string | null;
  prompt_hash: string;
  ab_campaign: string | null;
  created_at: Date;
}

interface SessionRow {
  session_id: string;
  project_id: string;
  model: string;
  model_id: string | null;
  ab_campaign: string | null;
}

/** A completion, or a whole session, of a project. */
export interface SubjectId {
  readonly projectId: string;
  /** null for the session. */
  readonly completionId: string | null;
  readonly sessionId: string;
}

/** One spelling for one subject. */
export function subjectKey({ projectId, completionId, sessionId }: SubjectId): string {
  return `${completionId ?? sessionId}/${projectId}`.toLowerCase();
}

const notErased = `not exists (
  select from erased_users erased
  where erased.project_id = refs.project_id and erased.user_id = refs.user_id
    and erased.erased_at >= coalesce(refs.stored_at, refs.created_at))
  and not exists (select from erased_completions erased where erased.completion_id = refs.completion_id)`;

/** The queries of what feedback may be about. */
@Injectable()
export class ReferencesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads outside of transactions. @throws AppError `service_unavailable` */
  reading<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return outsideTransactions(this.dataSource, work);
  }

  /** Those of the completions that are known. */
  async completions(tx: Transaction, ids: readonly string[]): Promise<Reference[]> {
    const rows: Row[] = await tx.query('select * from completion_refs where completion_id = any($1::uuid[])', [ids]);
    return rows.map(toReference);
  }

  /** The sessions in each of their projects, the first two of those of each. */
  async sessions(tx: Transaction, ids: readonly string[], projectIds: readonly (string | null)[]) {
    const rows: SessionRow[] = await tx.query(
      `select wanted.session_id, project.project_id, latest.model, part.ab_campaign,
         case when part.ab_campaign is null then latest.model_id else part.model_id end as model_id
       from unnest($1::uuid[], $2::uuid[]) as wanted (session_id, project_id)
       cross join lateral (
         (select project_id from completion_refs where session_id = wanted.session_id
            and project_id = coalesce(wanted.project_id, project_id) order by project_id limit 1)
         union
         (select project_id from completion_refs where session_id = wanted.session_id
            and project_id = coalesce(wanted.project_id, project_id) order by project_id desc limit 1)
       ) as project
       cross join lateral (
         select model, model_id from completion_refs
         where session_id = wanted.session_id and project_id = project.project_id
         order by created_at desc, completion_id desc limit 1
       ) as latest
       left join lateral (
         select ab_campaign, model_id from completion_refs
         where session_id = wanted.session_id and project_id = project.project_id and ab_campaign is not null
         order by created_at desc, completion_id desc limit 1
       ) as part on true`,
      [ids, projectIds],
    );
    return rows.map((row): SessionReference => ({
      sessionId: row.session_id,
      projectId: row.project_id,
      model: row.model,
      modelId: row.model_id,
      campaignId: campaignIdOf(row.ab_campaign),
    }));
  }

  /**
   * Which of these completions and sessions are known and not erased, by {@link subjectKey}. It holds to the end of the transaction: an erasure waits
   * for that, and then finds what the transaction wrote.
   */
  async living(tx: Transaction, subjects: readonly SubjectId[]): Promise<Set<string>> {
    if (subjects.length === 0) return new Set();
    await write(tx, 'lock table erased_users in row share mode', []);
    const rows: { id: string; project_id: string }[] = await tx.query(
      `select wanted.id, wanted.project_id
       from (select distinct * from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as w (id, project_id, is_session)) as wanted
       where not is_session and exists (
           select from completion_refs refs
           where refs.completion_id = wanted.id and refs.project_id = wanted.project_id and ${notErased})
         or is_session and exists (
           select from completion_refs refs
           where refs.session_id = wanted.id and refs.project_id = wanted.project_id and ${notErased})`,
      [
        subjects.map(({ completionId, sessionId }) => completionId ?? sessionId),
        subjects.map(({ projectId }) => projectId),
        subjects.map(({ completionId }) => completionId === null),
      ],
    );
    return new Set(rows.map(({ id, project_id }) => `${id}/${project_id}`));
  }

  /**
   * Adds those that are new, but for what is erased; of a completion that is known, the model may be corrected.
   *
   * @param correct whether these events know the model for good. @returns the ones whose model was another one before.
   */
  async add(tx: Transaction, references: readonly ArrivingReference[], correct: boolean): Promise<string[]> {
    const rows = [...new Map(references.map((reference) => [reference.completionId, reference])).values()];
    if (rows.length === 0) return [];
    const onConflict = correct
      ? `do update set model_id = excluded.model_id, model = excluded.model
         where completion_refs.model is distinct from excluded.model`
      : 'do nothing';
    const written: { completion_id: string; corrected: boolean }[] = await tx.query(
      `insert into completion_refs
         (completion_id, session_id, project_id, model_id, model, user_id, prompt_hash, ab_campaign, created_at, stored_at)
       select completion_id, session_id, project_id, model_id, model, user_id, prompt_hash, ab_campaign, created_at,
         nullif(stored_at, created_at)
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[],
                   $9::timestamptz[], $10::timestamptz[])
         as arriving (completion_id, session_id, project_id, model_id, model, user_id, prompt_hash, ab_campaign,
                      created_at, stored_at)
       where not exists (
         select from erased_users erased
         where erased.project_id = arriving.project_id and erased.user_id = arriving.user_id
           and erased.erased_at >= arriving.stored_at
         -- Whoever erases waits for what is being added.
         for key share)
         and not exists (select from erased_completions erased where erased.completion_id = arriving.completion_id)
       -- In one order everywhere, so that no two groups wait for each other.
       order by completion_id
       on conflict (completion_id) ${onConflict}
       returning completion_id, xmax <> 0 as corrected`,
      [
        rows.map(({ completionId }) => completionId),
        rows.map(({ sessionId }) => sessionId),
        rows.map(({ projectId }) => projectId),
        rows.map(({ modelId }) => modelId),
        rows.map(({ model }) => model),
        rows.map(({ userId }) => userId),
        rows.map(({ promptHash }) => promptHash),
        rows.map(({ campaignId }) => campaignId),
        rows.map(({ createdAt }) => createdAt),
        rows.map(({ storedAt }) => storedAt),
      ],
    );
    return written.flatMap(({ completion_id, corrected }) => (corrected ? [completion_id] : []));
  }
}

function toReference(row: Row): Reference {
  return {
    completionId: row.completion_id,
    sessionId: row.session_id,
    projectId: row.project_id,
    modelId: row.model_id,
    model: row.model,
    userId: row.user_id,
    promptHash: row.prompt_hash,
    campaignId: campaignIdOf(row.ab_campaign),
    createdAt: row.created_at,
  };
}
