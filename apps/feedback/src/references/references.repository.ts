import { Injectable } from '@nestjs/common';
import { columnLists, outsideTransactions, rowsOf, write, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { campaignIdOf, type NewReference, type Reference, type SessionReference } from './reference.js';

interface Row extends Omit<Reference, 'campaign_id' | 'created_at'> {
  readonly ab_campaign: string | null;
  readonly created_at: Date;
}

type SessionRow = Omit<SessionReference, 'campaign_id'> & Pick<Row, 'ab_campaign'>;

const columns = {
  completion_id: 'uuid',
  session_id: 'uuid',
  project_id: 'uuid',
  model_id: 'uuid',
  model: 'text',
  user_id: 'uuid',
  prompt_hash: 'text',
  ab_campaign: 'text',
  created_at: 'timestamptz',
  stored_at: 'timestamptz',
};

const names = Object.keys(columns).join(', ');

const subjectColumns = { id: 'uuid', project_id: 'uuid', is_session: 'boolean' };

/** A completion or a session of a project. */
export interface SubjectId {
  readonly project_id: string;
  /** null for the session. */
  readonly completion_id: string | null;
  readonly session_id: string;
}

/** The key of a subject in a map. */
export function subjectKey({ project_id, completion_id, session_id }: SubjectId): string {
  return `${completion_id ?? session_id}/${project_id}`.toLowerCase();
}

const notErased = `not exists (
  select from erased_users erased
  where erased.project_id = refs.project_id and erased.user_id = refs.user_id
    and erased.erased_at >= coalesce(refs.stored_at, refs.created_at))
  and not exists (select from erased_completions erased where erased.completion_id = refs.completion_id)`;

/** The queries of completions that feedback can be about. */
@Injectable()
export class ReferencesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads outside of transactions. @throws AppError `service_unavailable` */
  reading<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return outsideTransactions(this.dataSource, work);
  }

  /** Reads the known completions. */
  async completions(tx: Transaction, ids: readonly string[]): Promise<Reference[]> {
    const rows: Row[] = await tx.query('select * from completion_refs where completion_id = any($1::uuid[])', [ids]);
    return rows.map(toReference);
  }

  /** Reads sessions, each in at most two of its projects. */
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
    return rows.map(({ ab_campaign, ...row }): SessionReference => ({
      ...row,
      campaign_id: campaignIdOf(ab_campaign),
    }));
  }

  /**
   * Returns the keys ({@link subjectKey}) of subjects that exist and are not erased. An erasure waits for the end of
   * this transaction and then finds its rows.
   */
  async living(tx: Transaction, subjects: readonly SubjectId[]): Promise<Set<string>> {
    if (subjects.length === 0) return new Set();
    await write(tx, 'lock table erased_users in row share mode', []);
    const rows: { id: string; project_id: string }[] = await tx.query(
      `select wanted.id, wanted.project_id
       from (select distinct * from ${rowsOf(subjectColumns)}) as wanted
       where not is_session and exists (
           select from completion_refs refs
           where refs.completion_id = wanted.id and refs.project_id = wanted.project_id and ${notErased})
         or is_session and exists (
           select from completion_refs refs
           where refs.session_id = wanted.id and refs.project_id = wanted.project_id and ${notErased})`,
      columnLists(
        subjectColumns,
        subjects.map(({ completion_id, session_id, project_id }) => ({
          id: completion_id ?? session_id,
          project_id,
          is_session: completion_id === null,
        })),
      ),
    );
    return new Set(rows.map(({ id, project_id }) => `${id}/${project_id}`));
  }

  /**
   * Adds new references that are not erased.
   *
   * @param correct whether to correct the model of known ones. @returns the completions whose model has changed.
   */
  async add(tx: Transaction, references: readonly NewReference[], correct: boolean): Promise<string[]> {
    const rows = [...new Map(references.map((reference) => [reference.completion_id, reference])).values()];
    if (rows.length === 0) return [];
    const onConflict = correct
      ? `do update set model_id = excluded.model_id, model = excluded.model
         where completion_refs.model is distinct from excluded.model`
      : 'do nothing';
    const written: { completion_id: string; corrected: boolean }[] = await tx.query(
      `insert into completion_refs (${names})
       select ${names.replace('stored_at', 'nullif(stored_at, created_at)')}
       from ${rowsOf(columns, 'arriving')}
       where not exists (
         select from erased_users erased
         where erased.project_id = arriving.project_id and erased.user_id = arriving.user_id
           and erased.erased_at >= arriving.stored_at
         -- An erasure waits for rows that are being added.
         for key share)
         and not exists (select from erased_completions erased where erased.completion_id = arriving.completion_id)
       -- One order prevents deadlocks between groups.
       order by completion_id
       on conflict (completion_id) ${onConflict}
       returning completion_id, xmax <> 0 as corrected`,
      columnLists(
        columns,
        rows.map(({ campaign_id: ab_campaign, ...row }) => ({ ...row, ab_campaign })),
      ),
    );
    return written.flatMap(({ completion_id, corrected }) => (corrected ? [completion_id] : []));
  }
}

function toReference({ ab_campaign, created_at, ...row }: Row): Reference {
  return { ...row, campaign_id: campaignIdOf(ab_campaign), created_at: created_at.toISOString() };
}
