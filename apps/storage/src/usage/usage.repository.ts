import { Injectable } from '@nestjs/common';
import { read, type Transaction } from '@earshot/persistence';

/** The usage of a project. */
export interface Usage {
  readonly bytes: number;
  readonly objects: number;
  readonly upload_sessions: number;
}

type Row = Readonly<Record<keyof Usage, string>>;

/** The counters of projects. Triggers update them (migration CountUsage). */
@Injectable()
export class UsageRepository {
  /** Locks counters until the transaction ends, ordered by project to avoid deadlocks. */
  async lock(tx: Transaction, projectIds: readonly string[]): Promise<void> {
    const ids = [...new Set(projectIds.map((id) => id.toLowerCase()))];
    const locked = await read<{ project_id: string }>(
      tx,
      'select project_id from project_usage where project_id = any($1::uuid[]) order by project_id for no key update',
      [ids],
    );
    if (locked.length === ids.length) return;
    // Creates missing rows and locks those that another transaction created meanwhile.
    await tx.query(
      `insert into project_usage (project_id) select unnest($1::uuid[]) order by 1
       on conflict (project_id) do update set bytes = project_usage.bytes`,
      [ids],
    );
  }

  async find(tx: Transaction, projectId: string): Promise<Usage> {
    const [row] = await read<Row>(
      tx,
      'select bytes, objects, upload_sessions from project_usage where project_id = $1',
      [projectId],
    );
    return {
      bytes: Number(row?.bytes ?? 0),
      objects: Number(row?.objects ?? 0),
      upload_sessions: Number(row?.upload_sessions ?? 0),
    };
  }

  /** The projects of existing upload sessions. */
  async projectsOf(tx: Transaction, sessionIds: readonly string[]): Promise<string[]> {
    const rows = await read<{ project_id: string }>(
      tx,
      'select distinct project_id from uploads where id = any($1::uuid[])',
      [sessionIds],
    );
    return rows.map(({ project_id }) => project_id);
  }
}
